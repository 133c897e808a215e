extension SentenceBook {
    /// What a rule says that it saw, where that is no value of the recording.
    static let seenSentences = #"""
        another mk_cid
          outro mk_cid
        {} times mk_cid
          {} vezes mk_cid
        status {}
          status {}
        byte {} at {}
          byte {} em {}
        {} bytes; {}
          {} bytes; {}
        {} alone
          {} sozinho
        {} bytes, beginning with {}
          {} bytes, começando com {}
        tracking: true, and no consent to purpose 1
          tracking: true, e sem consentimento para a finalidade 1
        tracking: false, though gdpr_consent allows purpose 1
          tracking: false, embora gdpr_consent permita a finalidade 1
        section {} is not {}
          a seção {} não é {}
        gpp_sid names {}, which the header does not
          gpp_sid cita {}, que o cabeçalho não cita
        a second report
          um segundo aviso
        no unmute before
          nenhum unmute antes
        before midpoint
          antes de midpoint
        {} ms after start of a film of {} ms
          {} ms depois de start de um filme de {} ms
        {} in #{}, {} here
          {} em #{}, {} aqui
        time to viewable {} ms
          tempo até viewable: {} ms
        {} ms after the impression
          {} ms depois da impression
        {} ms after the start
          {} ms depois do start
        mute, before any unmute
          mute, antes de qualquer unmute
        {}, twice in a row
          {}, duas vezes seguidas
        {} s after start: {}
          {} s depois de start: {}
        a film of {} s
          um filme de {} s
        a film of {} s, <Duration> {} s
          um filme de {} s, <Duration> {} s
        {} min after the impression
          {} min depois da impression
        {} after skip
          {} depois de skip
        {} after complete
          {} depois de complete
        request, with a token or ad of #{}
          request, com um token ou anúncio de #{}
        {}, no start
          {}, sem start
        impression, not shown
          impression, sem exibição
        part {} of the film within the break
          parte {} do filme dentro do break
        {} after {} s without movement
          {} depois de {} s sem movimento
        impression, after #{}
          impression, depois de #{}
        {}, of the ad of #{}
          {}, do anúncio de #{}
        {} URL of {} holds
          a URL {} de {} contém
        dialled {}; {}
          conectado a {}; {}
        {} Host fields
          {} campos Host
        Host says {}
          Host diz {}
        TLS asked for {}
          TLS pediu {}
        by RFC 3986 {}; in a browser {}
          pela RFC 3986 {}; em um navegador {}
        none: {} in the URL
          nenhum: {} na URL
        none: {}
          nenhum: {}
        {} without //
          {} sem //
        an open bracket
          um colchete aberto
        no port number
          sem número de porta
        not a scheme of HTTP
          não é um esquema HTTP
        text after an address
          texto depois de um endereço
        the URL of {} in another order or coding
          a URL de {} em outra ordem ou codificação
        the URL of {} without some of its parameters
          a URL de {} sem alguns dos seus parâmetros
        {} bytes; {} are read
          {} bytes; {} são lidos
        the string is empty
          a string está vazia
        the header names {} sections, {} follow
          o cabeçalho cita {} seções, vêm {}
        the header's type is {}, not 3
          o tipo do cabeçalho é {}, e não 3
        version {} of GPP; 1 is known
          versão {} do GPP; conhece-se a 1
        more than {} sections, or one of no ID
          mais de {} seções, ou uma sem ID
        section {} is empty
          a seção {} está vazia
        {}: a range from {} back to {}
          {}: um intervalo de {} de volta a {}
        {}: there is no vendor 0
          {}: não existe vendor 0
        {}: vendor {} is above the highest, {}
          {}: o vendor {} está acima do maior, {}
        {}: vendor {} is repeated or out of order
          {}: o vendor {} está repetido ou fora de ordem
        {} segments; {} are read
          {} segmentos; {} são lidos
        a string of TCF version 1, void since 2020-09-30
          uma string da versão 1 do TCF, sem validade desde 2020-09-30
        version {}; TC strings have 2
          versão {}; TC strings têm 2
        VendorListVersion is 0; the first is 1
          VendorListVersion é 0; a primeira é 1
        byte {} is not of the alphabet A-Z a-z 0-9 - _
          o byte {} não é do alfabeto A-Z a-z 0-9 - _
        the string has no padding
          a string não tem preenchimento
        bits are set after the last field, which ends at bit {}
          há bits ligados depois do último campo, que termina no bit {}
        {} needs {} bits at {} of {}
          {} precisa de {} bits em {} de {}
        a consent string begins with B, C, D or 1
          uma string de consentimento começa com B, C, D ou 1
        {} characters; the string has 4
          {} caracteres; a string tem 4
        the version is not 1
          a versão não é 1
        an answer is Y, N or -
          uma resposta é Y, N ou -
        """#
}

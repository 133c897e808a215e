extension SentenceBook {
    /// Rules on consent strings of all kinds, and on the host that a request or a URL names.
    static let consentSentences = #"""
        a URL that readers take differently points to no server in particular
          uma URL que cada leitor entende de um jeito não aponta para servidor nenhum em particular
        a request that names two hosts has no host that could be the same
          uma requisição que informa dois hosts não tem um host que pudesse ser o mesmo
        a macro in place of a signal is no signal (IAB TCF v2, URL-based services; VAST 4.3 §6.2)
          uma macro no lugar de um sinal não é sinal (IAB TCF v2, serviços baseados em URL; VAST 4.3 §6.2)
        purpose 1 of the TCF is to store and access information on a device
          a finalidade 1 do TCF é armazenar e acessar informações em um dispositivo
        special feature 1 of the TCF is precise geolocation; whether a rounded one is precise the guide does not say
          a funcionalidade especial 1 do TCF é a geolocalização precisa; se uma arredondada é precisa, o guia não diz
        the guide names no such signal; where one is sent it has its form (IAB Tech Lab, U.S. Privacy String)
          o guia não cita esse sinal; quando enviado, ele tem a forma dele (IAB Tech Lab, U.S. Privacy String)
        the guide names no such signal; where one is sent it is one signal with the others \#
        (IAB Tech Lab, Global Privacy Platform)
          o guia não cita esse sinal; quando enviado, ele concorda com os outros (IAB Tech Lab, Global Privacy Platform)
        the two are one signal: a string says nothing where nobody said whether the law applies
          os dois são um só sinal: uma string não diz nada se ninguém disse que a lei se aplica
        third parties may have the signal; then it is the same one
          terceiros podem receber o sinal; então ele é o mesmo
        what a platform writes is a TC string (IAB TCF v2)
          o que uma CMP grava é uma TC string (IAB TCF v2)
        what the platform has not written yet cannot be read; the order is the app's affair
          o que a CMP ainda não gravou não pode ser lido; a ordem cabe ao app
        a mark IABTCF_TCString, and a third-party request with gdpr_consent, would show it
          uma marca IABTCF_TCString e uma requisição a um terceiro com gdpr_consent mostrariam
        a request with gpp would show it
          uma requisição com gpp mostraria
        a request with us_privacy would show it
          uma requisição com us_privacy mostraria
        marks IABTCF_gdprApplies=1 and IABTCF_TCString before a request would show it
          as marcas IABTCF_gdprApplies=1 e IABTCF_TCString antes de uma requisição mostrariam
        a mark cmp=present, and a request of /serve after it, would show it
          uma marca cmp=present e, depois dela, uma requisição a /serve mostrariam
        a request of /serve with gdpr=1, and its answer, would show it
          uma requisição a /serve com gdpr=1 e a resposta dela mostrariam
        a request of /serve with gdpr or gdpr_consent would show it
          uma requisição a /serve com gdpr ou gdpr_consent mostraria
        a document that tells URLs would show it
          um documento que informa URLs mostraria
        a request would show it
          uma requisição mostraria
        told URLs
          URLs informadas
        consent signals
          sinais de consentimento
        answers to requests with gdpr=1
          respostas a requisições com gdpr=1
        launches with a consent platform
          aberturas com uma CMP
        US Privacy strings
          strings US Privacy
        GPP strings
          strings GPP
        consent strings at third parties
          strings de consentimento em terceiros
        first-party requests under a consent string
          requisições à primeira parte sob uma string de consentimento
        the consent string's date: TC_{}: {}
          a data da string de consentimento: TC_{}: {}
        the consent string's policy: TC_{}: {}
          a política da string de consentimento: TC_{}: {}
        the consent string's structure: TC_{}: {}
          a estrutura da string de consentimento: TC_{}: {}
        Created or LastUpdated tells more than the day
          Created ou LastUpdated informa mais que o dia
        Created and LastUpdated differ
          Created e LastUpdated diferem
        LastUpdated is before Created
          LastUpdated vem antes de Created
        policy version {}, which {} replaced in {}
          versão {} da política, que a {} substituiu em {}
        legitimate interest is claimed for {}, which policy {} does not allow
          o legítimo interesse é alegado para {}, o que a política {} não permite
        the same content can be written otherwise, and shorter
          o mesmo conteúdo pode ser escrito de outra forma, mais curta
        no word on tracking, though purpose 1 has no consent
          nenhuma palavra sobre rastreamento, embora a finalidade 1 não tenha consentimento
        /serve before the consent platform wrote anything
          /serve antes que a CMP gravasse algo
        us_privacy says: opted out of sale
          us_privacy diz: recusou a venda
        location without the opt-in to special feature 1
          localização sem a aceitação da funcionalidade especial 1
        {} gets another consent string than the stored one
          {} recebe outra string de consentimento, diferente da gravada
        pass IABTCF_TCString on as it is, or none
          repasse IABTCF_TCString como está, ou nenhuma
        a consent string is sent without gdpr
          uma string de consentimento é enviada sem gdpr
        send both, or neither while IABTCF_gdprApplies is not stored
          envie os dois, ou nenhum enquanto IABTCF_gdprApplies não estiver gravada
        the macro {} was not replaced
          a macro {} não foi substituída
        replace it, or leave the parameter out
          substitua-a, ou deixe o parâmetro de fora
        gdpr_consent cannot be read as a TC string
          gdpr_consent não pode ser lido como uma TC string
        ask the consent platform's maker; fita consent shows what is wrong
          pergunte ao fabricante da CMP; fita consent mostra o que está errado
        the GPP string does not agree with itself or with what is sent beside it
          a string GPP não concorda consigo mesma ou com o que é enviado ao lado dela
        pass on what the consent platform stored, all of one moment
          repasse o que a CMP gravou, tudo de um mesmo momento
        us_privacy is no US Privacy string
          us_privacy não é uma string US Privacy
        send four characters, such as 1YNN, or none
          envie quatro caracteres, como 1YNN, ou nenhum
        the server allows tracking where purpose 1 has no consent
          o servidor permite o rastreamento onde a finalidade 1 não tem consentimento
        have the server read purpose 1 of the string before it allows tracking
          faça o servidor ler a finalidade 1 da string antes de permitir o rastreamento
        the request names two hosts
          a requisição informa dois hosts
        send Host and server name for the host that is dialled
          envie Host e nome do servidor do host a que se conecta
        a told URL leads two readers to different hosts
          uma URL informada leva dois leitores a hosts diferentes
        have the document write https://host/path with nothing odd before the path
          faça o documento escrever https://host/path sem nada de estranho antes do caminho
        cookies of the in-app browser
          cookies do navegador do app
        a cookie is sent where purpose 1 has no consent
          um cookie é enviado onde a finalidade 1 não tem consentimento
        send no cookie before the person has agreed
          não envie cookie antes de a pessoa concordar
        an answer sets a cookie where purpose 1 has no consent
          uma resposta grava um cookie onde a finalidade 1 não tem consentimento
        have the server set no cookie before the person has agreed
          faça o servidor não gravar cookie antes de a pessoa concordar
        requests without consent to purpose 1
          requisições sem consentimento para a finalidade 1
        a request while gdpr=1 comes without consent to purpose 1 would show it
          uma requisição enquanto gdpr=1 vem sem consentimento para a finalidade 1 o mostraria
        the macro of a vendor is replaced for a vendor of the list (IAB TCF v2, URL-based services)
          a macro de um fornecedor é substituída para um fornecedor da lista (IAB TCF v2, serviços baseados em URL)
        macros of vendors
          macros de fornecedores
        a request whose URL was told with the macro of a vendor, while the GDPR applies, would show it
          uma requisição cuja URL foi informada com a macro de um fornecedor, com o GDPR em vigor, mostraria
        vendor {} has a legal basis for special purposes alone
          o fornecedor {} tem base legal apenas para finalidades especiais
        vendor {} gets the consent string and {}
          o fornecedor {} recebe a string de consentimento e {}
        is not in the vendor list
          não está na lista de fornecedores
        is gone from the vendor list
          saiu da lista de fornecedores
        has neither consent nor legitimate interest
          não tem nem consentimento nem legítimo interesse
        has no legal basis for any purpose that it declares
          não tem base legal para nenhuma das finalidades que declara
        leave the macro of a vendor without a legal basis empty, or the parameter out
          deixe vazia a macro de um fornecedor sem base legal, ou o parâmetro de fora
        name consent.vendor_list: #{} has a consent string in place of {}
          informe consent.vendor_list: #{} tem uma string de consentimento no lugar de {}
        name consent.vendor_list: #{} (and {} more) has a consent string in place of {}
          informe consent.vendor_list: #{} (e mais {}) tem uma string de consentimento no lugar de {}
        name consent.vendor_list of version {}, not {}: #{} has a consent string in place of {}
          informe consent.vendor_list da versão {}, não {}: #{} tem uma string de consentimento no lugar de {}
        name consent.vendor_list of version {}, not {}: #{} (and {} more) has a consent string in place of {}
          informe consent.vendor_list da versão {}, não {}: \#
        #{} (e mais {}) tem uma string de consentimento no lugar de {}
        """#
}

extension SentenceBook {
    /// Rules on third parties.
    static let boundarySentences = #"""
        {} sent to a third party
          {} enviado a um terceiro
        attach identity only if the URL's host equals the base host
          anexe a identidade somente se o host da URL for igual ao host do baseUrl
        a third-party request beside first-party ones would show it
          uma requisição a um terceiro, junto de requisições à primeira parte, mostraria
        {} sent to the host that the SDK is downloaded from
          {} enviado ao host de onde o SDK é baixado
        requests to the distribution host
          requisições ao host de distribuição
        a request to a host of hosts.distribution would show it
          uma requisição a um host de hosts.distribution mostraria
        {} sent to a host that only resembles the base host
          {} enviado a um host que apenas se parece com o do baseUrl
        compare whole host names for equality, never by suffix
          compare nomes de host inteiros por igualdade, nunca por sufixo
        requests to resembling hosts
          requisições a hosts parecidos
        a request to a host that resembles the base host would show it
          uma requisição a um host parecido com o do baseUrl mostraria
        {} sent to a host that was misread as the base host
          {} enviado a um host lido por engano como o do baseUrl
        take the host from a URL parser, after the last @, and compare it undecoded
          tire o host de um leitor de URL, depois do último @, e compare-o sem decodificar
        requests from URLs that show the base host elsewhere
          requisições de URLs que mostram o host do baseUrl em outro ponto
        a document with a URL that shows the base host outside its host part would show it
          um documento com uma URL que mostra o host do baseUrl fora da parte do host mostraria
        no {}
          sem {}
        the {} pixel of {} was fired without {}
          o pixel {} de {} foi disparado sem {}
        attach identity to each first-party pixel just before it is fired
          anexe a identidade a cada pixel da primeira parte imediatamente antes do disparo
        first-party pixels of documents
          pixels da primeira parte nos documentos
        a VAST or VMAP answer with a first-party pixel, and the pixel's request, would show it
          uma resposta VAST ou VMAP com um pixel da primeira parte, e a requisição dele, mostraria
        {} is not a host of hosts.expected
          {} não está em hosts.expected
        find out who asks this host; then name it in hosts.expected
          descubra quem consulta este host; depois inclua-o em hosts.expected
        ask who put the address there; then name the host in hosts.expected
          pergunte quem pôs o endereço ali; depois inclua o host em hosts.expected
        hosts.expected names none: any host may appear
          hosts.expected está vazio: qualquer host pode aparecer
        {} further hosts
          outros {} hosts
        {} travelled with a redirect to a third party
          {} seguiu com um redirecionamento até um terceiro
        decide at each hop; the server must not echo identity in Location
          decida a cada salto; o servidor não pode repetir a identidade no Location
        redirects to third parties
          redirecionamentos a terceiros
        a first-party answer that redirects to another host, and the next request, would show it
          uma resposta da primeira parte que redireciona a outro host, e a requisição seguinte, mostraria
        {} sent with the request for an asset of a third party
          {} enviado na requisição de um recurso de terceiro
        fetch assets by the URLs their documents state
          busque os recursos pelas URLs que os documentos trazem
        third-party asset requests
          requisições de recursos de terceiros
        a document that names an asset on another host, and the request for it, would show it
          um documento que cita um recurso em outro host, e a requisição dele, mostraria
        the Referer gives a third party {}
          o Referer entrega a um terceiro {}
        load creatives from a URL without identity, or with Referrer-Policy: no-referrer
          carregue os creatives de uma URL sem identidade, ou com Referrer-Policy: no-referrer
        third-party requests with a Referer
          requisições a terceiros com Referer
        a third-party request with a Referer would show it
          uma requisição a um terceiro com Referer mostraria
        {} sent below an ad break of a third party
          {} enviado abaixo de um break de terceiro
        leave requests of third-party breaks as their documents state them
          deixe as requisições de breaks de terceiros como os documentos as trazem
        requests below third-party breaks
          requisições abaixo de breaks de terceiros
        a VMAP break of a third party whose documents lead to further requests would show it
          um break VMAP de terceiro cujos documentos levam a outras requisições mostraria
        [{}] was filled in toward a third party
          [{}] foi preenchida em direção a um terceiro
        replace identity macros toward other hosts by -2 (refused)
          substitua as macros de identidade em direção a outros hosts por -2 (recusado)
        identity macros in third-party requests
          macros de identidade em requisições a terceiros
        a document with an identity macro in another host's URL, and the request, would show it
          um documento com uma macro de identidade na URL de outro host, e a requisição, mostraria
        the ad server put identity into a URL of {}
          o servidor de anúncios pôs identidade em uma URL de {}
        have the ad server build other hosts' URLs without identity
          faça o servidor de anúncios montar as URLs de outros hosts sem identidade
        URLs of other hosts in the ad server's answers
          URLs de outros hosts nas respostas do servidor de anúncios
        a first-party answer that tells URLs of other hosts would show it
          uma resposta da primeira parte com URLs de outros hosts mostraria
        the value of {} sent to a third party under another name
          o valor de {} enviado a um terceiro sob outro nome
        send nothing derived from identity to other hosts
          não envie a outros hosts nada derivado da identidade
        in another order or coding
          em outra ordem ou codificação
        without some of its parameters
          sem alguns dos seus parâmetros
        was fired {}
          foi disparado {}
        {} twice
          {} duas vezes
        got {} although its URL had it
          recebeu {} embora a URL já tivesse
        the {} pixel {}
          o pixel {} {}
        append identity to the URL's bytes; do not take the URL apart
          acrescente a identidade aos bytes da URL; não desmonte a URL
        {} sent in the ad request of a third-party break
          {} enviado no pedido de anúncio de um break de terceiro
        ask a third party's AdTagURI exactly as the VMAP states it
          peça o AdTagURI de um terceiro exatamente como o VMAP o traz
        ad requests of third-party breaks
          pedidos de anúncio de breaks de terceiros
        a VMAP answer with a third-party AdTagURI and the request for it would show it
          uma resposta VMAP com um AdTagURI de terceiro, e a requisição dele, mostraria
        {} sent to a host outside the click chain
          {} enviado a um host fora da cadeia do clique
        keep the click ID out of requests to other hosts
          mantenha o ID de clique fora das requisições a outros hosts
        third-party requests outside click chains
          requisições a terceiros fora das cadeias de clique
        a click ID in first-party traffic and a third-party request would show it
          um ID de clique no tráfego da primeira parte e uma requisição a um terceiro mostrariam
        the coordinate ({}) sent to a third party
          a coordenada ({}) enviada a um terceiro
        never expand location macros toward other hosts
          nunca expanda macros de localização em direção a outros hosts
        a coordinate in first-party traffic and a third-party request would show it
          uma coordenada no tráfego da primeira parte e uma requisição a um terceiro mostrariam
        a name is the ad server's own as far as whoever answers for it is
          um nome é do próprio servidor de anúncios na medida em que quem responde por ele é
        the base host is answered with a certificate of another name
          o host base é atendido com um certificado de outro nome
        find out who answers for this name
          descubra quem responde por este nome
        the base host is at a private address, and other hosts are not
          o host base está em um endereço privado, e outros hosts não
        check what the name stands for; a server for tests is no fault
          verifique o que o nome indica; um servidor de testes não é falha
        the base host is served at the address of a third party
          o host base é servido no endereço de um terceiro
        the base host is answered with the certificate of a third party
          o host base é atendido com o certificado de um terceiro
        find out whether a delivery network serves both; if so, grade MK-055 in severities
          descubra se uma rede de distribuição serve os dois; se sim, gradue MK-055 em severities
        all connections go to one address: addresses say nothing
          todas as conexões vão a um só endereço: os endereços não dizem nada
        of {} requests to the base host no connection is on the tape
          de {} requisições ao host base, nenhuma conexão está na fita
        upstream connections on the tape would show it
          conexões de saída na fita o mostrariam
        requests to the base host
          requisições ao host base
        """#
}

extension SentenceBook {
    /// Coverage, causes and the verdicts that all rules share.
    static let coverageSentences = #"""
        pinned or QUIC traffic passes unseen
          tráfego com certificate pinning ou QUIC passa sem ser visto
        questions to DNS are on no tape (fita leaks --capture searches those of a packet capture)
          perguntas ao DNS não ficam em gravação (fita leaks --capture busca as de uma captura de pacotes)
        a universal link or custom scheme hand-over makes no traffic
          a passagem por universal link ou esquema próprio não gera tráfego
        web views, media and the in-app browser are seen only where the device uses the proxy and trusts its CA
          web views, mídia e navegador do app só são vistos se o aparelho usa o proxy e confia na CA dele
        {}, {} bytes sent, {} received
          {}, {} bytes enviados, {} recebidos
        passed through unread
          passou sem leitura
        {} WebSocket frames: searched for known values alone
          {} frames de WebSocket: só buscados por valores conhecidos
        request content: {}
          conteúdo da requisição: {}
        answer: {}
          resposta: {}
        {} of {} URLs of documents were forgotten for want of room: {}
          {} de {} URLs de documentos foram esquecidas por falta de espaço: {}
        a request that came long after its document is joined to none
          uma requisição que vem muito depois do seu documento não é ligada a nenhum
        refused by the recorder: the client sent the fragment (broken URL parser)
          recusada pelo gravador: o cliente enviou o fragmento (leitor de URL defeituoso)
        the client went away
          o cliente foi embora
        the origin closed before the answer was whole
          a origem fechou antes de a resposta estar completa
        the body is shorter than announced
          o corpo é mais curto que o anunciado
        the origin could not be reached ({})
          a origem não pôde ser alcançada ({})
        the origin's bytes are not HTTP
          os bytes da origem não são HTTP
        refused by the recorder
          recusada pelo gravador
        the recording stopped before its end
          a gravação parou antes do fim
        the replay had no answer
          a reprodução não tinha resposta
        kept outside the tape
          guardado fora da fita
        too large to be read
          grande demais para ser lido
        sdk-attached: absent from the line that asked ({})
          anexado pelo SDK: ausente da linha que pediu ({})
        sdk-sent: the request is the SDK's own
          enviado pelo SDK: a requisição é do próprio SDK
        sdk-omitted: the SDK's own request lacks it
          omitido pelo SDK: falta na requisição do próprio SDK
        server-supplied: stands in the answer ({})
          fornecido pelo servidor: está na resposta ({})
        server-answer: the server answered so
          resposta do servidor: foi o que o servidor respondeu
        redirect: stands in the Location of {}
          redirecionamento: está no Location de {}
        referer: the client named the page it came from
          referer: o cliente informou a página de onde veio
        cookie: stands in the Cookie field
          cookie: está no campo Cookie
        client message {}
          nº {} do cliente
        server message {}
          nº {} do servidor
        web-view: a browser engine in the app asked on its own, no document of this recording did
          web view: um motor de navegador no app pediu por conta própria, e nenhum documento desta gravação o fez
        expanded-macro: {} of {} was replaced by it
          macro expandida: {} de {} foi substituída por isto
        unknown: no document of this recording asked for the request
          causa desconhecida: nenhum documento desta gravação pediu a requisição
        the targets of first-party requests as they were sent
          os alvos das requisições à primeira parte como foram enviados
        the targets of third-party requests as they were sent
          os alvos das requisições a terceiros como foram enviados
        the content of first-party requests
          o conteúdo das requisições à primeira parte
        the content of third-party requests
          o conteúdo das requisições a terceiros
        the documents that answer ad requests
          os documentos que respondem aos pedidos de anúncio
        the redirects and their Location
          os redirecionamentos e o Location deles
        the Cookie fields
          os campos Cookie
        the times of first-party requests
          os horários das requisições à primeira parte
        {} (of every exchange)
          {} (de todas as trocas)
        {} (of #{} and {} more)
          {} (de #{} e mais {})
        {} (of #{})
          {} (de #{})
        {}, nor {}
          {}, nem {}
        the file does not tell {}; a recording by fita would show it
          o arquivo não traz {}; uma gravação feita por fita mostraria
        name the base URL: more than one host is asked for ads ({})
          informe o baseUrl: mais de um host recebe pedidos de anúncio ({})
        a recording with requests would show it
          uma gravação com requisições mostraria
        name the base URL: no request shows which host is the ad server's
          informe o baseUrl: nenhuma requisição mostra qual host é o do servidor de anúncios
        1 finding
          1 achado
        {} findings
          {} achados
        {} findings, and {} more that are not kept
          {} achados, e mais {} que não foram guardados
        name formats.tokens: what the tokens are used for, of {} video ad
          informe formats.tokens: para que servem os tokens, de {} anúncio de vídeo
        name formats.tokens: what the tokens are used for, of {} video ads
          informe formats.tokens: para que servem os tokens, de {} anúncios de vídeo
        {}: {}
          {}: {}
        {} and {} others
          {} e outros {}
        {} and {} other
          {} e outro {}
        {} ({}: info)
          {} ({}: info)
        name {}: #{} {}; fita config learn proposes it
          informe {}: #{} {}; fita config learn propõe a configuração
        paths.beacon and beacon.event_field
          paths.beacon e beacon.event_field
        has an event under another name
          tem um evento sob outro nome
        params.lat and params.lon
          params.lat e params.lon
        has two numbers that may be a coordinate under other names
          tem dois números que podem ser uma coordenada sob outros nomes
        redirects with {} from another path
          redireciona com {} a partir de outro caminho
        is answered like an ad request on another path
          é respondida como pedido de anúncio em outro caminho
        may have its goal under another name
          pode ter a meta sob outro nome
        first-party requests
          requisições à primeira parte
        third-party requests
          requisições a terceiros
        third-party requests searched
          requisições a terceiros pesquisadas
        requests
          requisições
        requests searched
          requisições pesquisadas
        a first-party request would show it
          uma requisição à primeira parte mostraria
        a third-party request would show it
          uma requisição a um terceiro mostraria
        any request would show it
          qualquer requisição mostraria
        a request of /serve would show it
          uma requisição a /serve mostraria
        a request of /click would show it
          uma requisição a /click mostraria
        a request to the base host would show it
          uma requisição ao host do baseUrl mostraria
        {} and {} more: {} ({}: info)
          {} e mais {}: {} ({}: info)
        """#
}

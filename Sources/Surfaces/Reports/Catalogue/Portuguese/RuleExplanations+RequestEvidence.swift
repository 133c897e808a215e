extension RuleExplanations {
    /// Endpoints, identity and the boundary: on what evidence, and an example.
    static let requestEvidence = #"""
        MK-001
          Uma requisição à primeira parte; paths.known, quando um caminho desconhecido deve ser um achado.
            GET /telemetry, com paths.known ["/px"]: violada.
        MK-002
          Uma requisição a /serve que informa a sua zona.
            GET /serve?zone_id=13778 e GET /vast/13778: violada.
        MK-003
          Uma requisição a /vast/{token}.
            POST /vast/abc: violada.
        MK-004
          Uma resposta de /vmap que é uma programação com breaks, e o que vem depois dela.
            GET /vmap/abc e, logo em seguida, GET /vmap/abc outra vez: violada.
        MK-005
          Uma resposta de /vmap cuja raiz é VAST, e o que vem depois dela.
            GET /vmap/abc responde <VAST>; GET /vast/abc vem logo em seguida: violada.
        MK-006
          Uma requisição a /vast ou a /vmap.
            GET /vast/?app_bundle=...: violada.
        MK-007
          formats.tokens, e um anúncio que /vast respondeu para um token de player próprio.
            GET /vast/abc para own_player, depois POST /beacon {"event":"viewable","ad":"abc"}: violada.
        MK-008
          Uma requisição a /serve; formats.zones, quando alguma delas tem um endereço de conteúdo.
            GET /serve?zone_id=7&page_url=https://... para uma zona de interstitial: violada.
        MK-009
          Uma requisição a /serve.
            GET https://itunes.apple.com/lookup?bundleId=br.com.news: violada.
        MK-010
          Uma resposta de /serve que contém HTML.
            <a href='${CLICK_URL}'>: violada.
        MK-011
          Uma requisição a um host assim, e requisições à primeira parte que mostram os valores do app.
            GET https://cdx.metrike.com.br/sdk/ios/latest?visitor_id=...: violada.
        MK-012
          Beacons de impression que repetem um valor de uma resposta de /serve.
            /serve, impression, viewable, impression do mesmo anúncio: violada.
        MK-013
          policy.test_zones, e uma requisição à primeira parte que informa a sua zona.
            GET /serve?zone_id=40001, com policy.test_zones ["13778", "13779"]: violada.
        MK-014
          Uma requisição à primeira parte.
            POST http://ads.example/beacon: violada.
        MK-020
          Uma requisição à primeira parte cujo conteúdo pôde ser lido.
            POST /beacon com event e session_id, mas sem app_version: violada.
        MK-021
          Duas requisições à primeira parte de um mesmo processo; para valores vazios, uma.
            /serve diz app_version=2.1.0, o beacon da mesma sessão diz 2.1: violada.
        MK-022
          Uma requisição à primeira parte com app_bundle.
            app_bundle=News: violada.
        MK-023
          Uma requisição à primeira parte com sdk_version.
            sdk_version=0.1.1: violada. sdk_version=metrike-ios/0.1.1: cumprida.
        MK-024
          Uma requisição à primeira parte com device_type.
            device_type=mobile: violada.
        MK-025
          Requisições à primeira parte com visitor_id. Uma mudança entre dois processos só é julgada quando
          uma marca (launch=...) diz que o app foi aberto de novo, e não instalado de novo.
            Duas requisições do mesmo session_id com visitor_id diferentes: violada.
        MK-026
          Requisições à primeira parte com session_id; para saber se é novo, uma marca launch entre duas
          delas, ou dois apps.
            Depois da marca launch=relaunch, as requisições mantêm o session_id antigo: violada.
        MK-027
          Uma requisição à primeira parte com campos de identidade.
            GET /serve?app_name=News&app_name=News: violada.
        MK-028
          Uma requisição à primeira parte com campos de identidade.
            app_name=Caf%25C3%25A9: violada.
        MK-029
          Uma requisição à primeira parte, ou uma a um terceiro que um documento pediu.
            /serve?idfa=00000000-0000-0000-0000-000000000000: violada.
        MK-030
          Uma requisição à primeira parte feita pelo cliente do próprio SDK.
            O servidor grava uid=1; o beacon seguinte envia Cookie: uid=1: violada.
        MK-031
          Um beacon.
            POST /beacon com User-Agent: Mozilla/5.0 (iPhone ...): violada.
        MK-032
          Uma requisição a um terceiro.
            GET https://px.example/i com User-Agent: News/7 CFNetwork/1494.0.7 Darwin/23.4.0: uma
            observação.
        MK-033
          Uma chave expect.{endpoint}.{field} que diz must ou never, e uma requisição desse endpoint.
            expect.beacon.device_type é must; POST /beacon sem device_type: violada.
        MK-034
          Uma requisição à primeira parte com identidade.
            identity.transport é body; POST /beacon?visitor_id=... com corpo JSON: violada.
        MK-035
          A chave policy.extra_forbidden_params, e uma requisição à primeira parte.
            policy.extra_forbidden_params é [carrier]; GET /serve?carrier=Vivo: violada.
        MK-036
          visitor_id antes e depois da marca launch=reinstall (ou launch=install), em uma fita ou em várias
          julgadas juntas.
            Fita A: visitor_id V. A fita B começa com launch=reinstall e envia V: violada.
        MK-037
          visitor_id de dois apps com o SDK no mesmo aparelho, em uma fita ou em várias julgadas juntas.
            br.com.news e br.com.shop enviam ambos o visitor_id V: violada.
        MK-040
          Uma requisição a um host que se parece com o host do baseUrl, e uma à primeira parte que mostra os
          valores.
            Host do baseUrl ads.metrike.example; GET
            https://evil-ads.metrike.example/px?app_bundle=br.com.news: violada.
        MK-041
          O documento, e a requisição de um dos seus pixels da primeira parte.
            O VAST informa https://ads.metrike.example/px?e=start; exatamente isso é disparado: violada.
        MK-042
          Uma requisição a um terceiro, e requisições à primeira parte que mostram quais valores são do app.
            O VAST informa https://ads.example/px; dispara-se GET
            https://ads.example/px?app_bundle=br.com.news: violada, anexado pelo SDK.
        MK-043
          A resposta VMAP, o pedido de anúncio do break e uma requisição que os documentos dele pediram.
            #1 VMAP: o break 2 pede a video.example; #4 o VAST dele; #5 GET
            https://video.example/imp?visitor_id=...: violada.
        MK-044
          O documento que informa o arquivo, e a requisição dele.
            MediaFile do VAST https://cdn.example/a.mp4; GET https://cdn.example/a.mp4?session_id=...:
            violada.
        MK-045
          Um documento que informa uma URL assim, e a requisição a que ela leva.
            O VAST informa https://ads.metrike.example@evil.example/px; GET evil.example/px?visitor_id=...:
            violada.
        MK-046
          Um redirecionamento da primeira parte para outro host, e a requisição que o seguiu.
            #7 GET /px responde 302 https://sync.example/?visitor_id=...; #8 faz esse pedido: violada, causa
            redirecionamento.
        MK-047
          Uma requisição a um terceiro, e requisições à primeira parte que mostram os valores. Valores que
          não passam pela primeira parte não podem ser encontrados.
            GET https://ads.example/px?uid=3F2504E04F8911D39A0C0305E82C3301, o visitor ID sem hifens:
            violada.
        MK-048
          Uma requisição a um terceiro com Referer, e requisições à primeira parte que mostram os valores.
            Referer: https://ads.metrike.example/creative?visitor_id=... enviado a cdn.example: violada.
        MK-049
          Um documento com uma macro assim em uma URL de outro host, e a requisição a que ela levou.
            O VAST informa https://px.example/i?ifa=[IFA]; GET px.example/i?ifa=3F2504E0-...: violada.
        MK-050
          O documento, e a requisição de um dos seus pixels da primeira parte.
            O VAST informa /px?b=1&a=%20x; dispara-se /px?a=+x&b=1&app_bundle=...: violada.
        MK-051
          Uma resposta da primeira parte que informa URLs de outros hosts, e requisições à primeira parte
          com valores.
            O VMAP de #3 informa https://video.example/tag?ppid=<visitor_id>: violada em #3, linha 8.
        MK-052
          hosts.expected, e uma requisição a um terceiro que pôde ser lida.
            GET https://collect.example/ping, com hosts.expected ["cdn.example"]: violada.
        MK-053
          Uma requisição com o campo Host.
            CONNECT ads.metrike.example:443, depois GET /serve com Host: evil.example: violada.
        MK-054
          Um documento que informa URLs.
            O VAST informa https://ads.metrike.example\@evil.example/px: violada.
        MK-055
          Conexões da fita com servidores em mais de um endereço; para os nomes dos certificados, uma
          gravação que os informe.
            ads.metrike.example e collect.tracker.example são ambos atendidos em 203.0.113.7: violada.
        """#
}

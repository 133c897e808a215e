extension RuleExplanations {
    /// Opt-out, refusals, children, location, consent and the first events: on what evidence, and an example.
    static let personEvidence = #"""
        MK-060
          Uma marca tracking=off, e requisições à primeira parte depois dela.
            Depois de tracking=off, POST /beacon {"visitor_id":null,...}: violada.
        MK-061
          Uma marca tracking=off antes da primeira troca, e requisições à primeira parte.
            tracking=off, depois GET /serve?visitor_id=...: violada.
        MK-062
          Uma marca tracking=off, depois requisições de outro processo (outro session_id, ou uma marca
          launch).
            tracking=off na sessão A; a sessão B envia visitor_id: violada.
        MK-063
          visitor_id antes de uma marca tracking=off, depois uma marca tracking=on, depois visitor_id outra
          vez.
            A1 antes, tracking=off, tracking=on, A1 outra vez: violada.
        MK-064
          Um pedido de anúncio, depois a marca tracking=off, depois uma requisição ligada a esse anúncio.
            /serve, tracking=off, depois a impression desse anúncio com visitor_id: violada.
        MK-065
          Uma marca tracking=off, requisições à primeira parte depois dela, e um sinal de que o app coleta
          localização.
            Depois de tracking=off, POST /beacon {"lat":-23.55,...}: violada.
        MK-066
          Uma marca tracking=off, um anúncio pedido depois dela, e eventos com os seus nomes.
            Depois de tracking=off: GET /serve, a imagem dele, POST /beacon com viewable, nenhuma
            impression: violada.
        MK-067
          Uma marca tracking=off, e requisições à primeira parte depois dela.
            off.forbid_mk_cid é fail; depois de tracking=off, GET /serve?mk_cid=...: violada.
        MK-070
          Uma resposta de /serve cujo tracking é o false do JSON, e uma requisição ligada a ela pela URL,
          por um valor da resposta ou pela zona.
            #4 responde {"tracking":false}; a impression dele tem visitor_id: violada.
        MK-071
          Uma resposta de /serve cujo tracking é o false do JSON, e uma requisição ligada a ela pela URL,
          por um valor da resposta ou pela zona.
            #4 responde {"tracking":false}; GET /click?visitor_id=...: violada.
        MK-072
          Uma resposta de /serve com tracking: false, e uma requisição posterior a /serve que informa a
          mesma zona.
            #4, zona 12, responde {"tracking":false}; #9 GET /serve?zone_id=12&visitor_id=...: violada.
        MK-073
          Uma resposta de /serve com tracking: false, depois uma requisição a /serve de outra zona, e um
          visitor_id enviado antes.
            zone_block.other_zones é fail; a zona 12 recusa; GET /serve?zone_id=13 sem visitor_id: violada.
        MK-074
          Uma resposta de /serve com tracking: false, o fim da recusa, depois uma requisição a /serve dessa
          zona, e um visitor_id enviado antes.
            zone_block.after_end é fail; a zona 12 recusa e depois responde sem tracking; a requisição
            seguinte dela não tem visitor_id: violada.
        MK-075
          Uma resposta de /serve com tracking: false, requisições ligadas a ela, e um sinal de que o app
          coleta localização.
            #4 responde {"tracking":false}; a impression dele tem lat e lon: violada.
        MK-076
          Uma resposta de /serve com tracking.
            {"tracking":"false"}: violada.
        MK-077
          Uma resposta de /serve com tracking: false.
            GET /serve?gdpr=1&gdpr_consent=CP... responde tracking: false: violada.
        MK-078
          A chave vast.tracking_signal, uma resposta VAST da primeira parte com essa Extension, e
          requisições sobre o anúncio dela.
            vast.tracking_signal é tracking; o VAST tem <Extension type='tracking'>false</Extension>; a
            impression dele tem visitor_id: violada.
        MK-080
          A marca child_directed=1, ou uma gravação em que toda requisição diz isso.
            Marca child_directed=1, depois POST /beacon sem child_directed: violada.
        MK-081
          Uma requisição à primeira parte com child_directed.
            child_directed=true: violada.
        MK-082
          A marca child_directed=1 ou o campo nas requisições, e requisições à primeira parte.
            GET /serve?child_directed=1&visitor_id=...: violada.
        MK-083
          A marca child_directed=1 ou o campo nas requisições, e requisições à primeira parte.
            POST /beacon {"child_directed":1,"lat":-23.55,"lon":-46.63}: violada.
        MK-084
          Duas requisições à primeira parte de um mesmo processo.
            /serve diz child_directed=1, o clique da mesma sessão não diz: violada.
        MK-085
          A marca child_directed=1, um anúncio que é exibido, e eventos com os seus nomes.
            child_directed=1: GET /serve, a imagem dele, POST /beacon com viewable, nenhuma impression:
            violada.
        MK-086
          A marca child_directed=1 e uma requisição a um terceiro, ou uma que tem o campo.
            GET https://ads.other.example/vast?child_directed=1: uma observação.
        MK-090
          A marca collect_location=0, ou nenhuma coordenada nas requisições.
            Marca collect_location=0, depois POST /beacon {"lat":-23.55,...}: violada.
        MK-091
          Uma requisição à primeira parte com latitude ou longitude.
            POST /beacon {"lat":-23.5505,"lon":-46.6333}: violada.
        MK-092
          Uma requisição à primeira parte com accuracy.
            POST /beacon {"lat":-23.55,"lon":-46.63,"accuracy":65}: violada.
        MK-093
          Uma requisição à primeira parte que não é beacon, e um sinal de que o app coleta localização.
            GET /serve?lat=-23.55&lon=-46.63: violada.
        MK-094
          Um beacon com localização.
            POST /beacon {"lat":-23.55,"lon":-46.63} sem visitor_id: violada.
        MK-095
          Tráfego da primeira parte com uma coordenada, e uma requisição a um terceiro.
            O VAST informa https://geo.example/px?ll=[LATLONG]; GET https://geo.example/px?ll=-23.55,-46.63:
            violada.
        MK-096
          Uma requisição à primeira parte com latitude, longitude ou accuracy.
            lat=0.00, lon=0.00: violada.
        MK-097
          Uma coordenada no tráfego da primeira parte; a busca percorre o alvo, os campos e o conteúdo de
          cada requisição.
            POST /beacon {"lat":-23.55,"lon":-46.63,"ctx":{"geo":"-23.55052,-46.63331"}}: violada.
        MK-098
          Um pixel da primeira parte de um documento, e um sinal de que o app coleta localização.
            GET /px/start?ad=1&lat=-23.55&lon=-46.63: violada.
        MK-099
          As marcas IABTCF_gdprApplies=1 e IABTCF_TCString, e uma requisição à primeira parte.
            IABTCF_TCString sem a special feature 1; um beacon com lat e lon: uma observação.
        MK-110
          Uma marca cmp=present, as marcas IABTCF_gdprApplies e IABTCF_TCString, e uma requisição a /serve.
            cmp=present, IABTCF_TCString=C...; GET /serve sem gdpr_consent: violada.
        MK-111
          Uma marca cmp=absent e uma requisição a /serve.
            cmp=absent; GET /serve?gdpr=0: violada.
        MK-112
          Uma requisição à primeira parte com gdpr.
            GET /serve?gdpr=true: violada.
        MK-113
          Uma requisição a /serve com gdpr_consent; para a igualdade, uma marca IABTCF_TCString.
            A plataforma gravou CPxy..., /serve envia cpxy...: violada.
        MK-114
          Duas marcas IABTCF_TCString e, depois da segunda, uma requisição a /serve com gdpr_consent.
            IABTCF_TCString=CA, depois =CB; GET /serve?gdpr_consent=CA: violada.
        MK-115
          Uma requisição à primeira parte; para endpoints configurados, uma marca cmp=present e as chaves
          gravadas.
            consent.endpoints é [serve, vast]; a plataforma gravou uma string; GET /vast/abc sem
            gdpr_consent: violada.
        MK-116
          Uma resposta de /serve com tracking: false, depois uma requisição a /serve dessa zona com gdpr=1 e
          sem gdpr_consent.
            #4, zona 12, recusa; #9 GET /serve?zone_id=12&gdpr=1&visitor_id=...: violada.
        MK-117
          Uma requisição a /serve com gdpr ou gdpr_consent.
            GET /serve?gdpr_consent=CP...: violada.
        MK-118
          Uma requisição a /serve com gdpr_consent, tal como a plataforma o gravou, se uma marca o diz.
            GET /serve?gdpr_consent=CPXxRfAPXx: TC_TRUNCATED, violada.
        MK-119
          Uma requisição a /serve com gdpr=1, e a resposta dela.
            GET /serve?gdpr=1&gdpr_consent=<sem a finalidade 1> responde tracking: true: violada.
        MK-120
          Um beacon com um evento.
            event=rendered: violada.
        MK-121
          Uma resposta de /serve e beacons de impression ligados a ela.
            Dois beacons impression do anúncio de #4: violada.
        MK-122
          Uma resposta VAST, o pixel Impression dela e uma requisição do arquivo de mídia.
            GET /vast/abc, o pixel Impression, depois o arquivo de mídia: violada.
        MK-123
          Uma requisição a /vast ou /vmap e um beacon que informa o token dela.
            GET /vast/abc, depois POST /beacon {"event":"request","token":"abc"}: violada.
        MK-124
          Uma resposta de /serve e beacons de visibilidade ligados a ela.
            viewable, depois notViewable do anúncio de #4: violada.
        MK-125
          Beacons impression e viewable de uma mesma resposta de /serve.
            impression aos 10,0 s, viewable aos 10,3 s: violada.
        MK-126
          Uma resposta VAST, e um beacon viewable que cita o anúncio dela; o pixel start ou um tempo
          informado.
            start aos 10,0 s, viewable aos 11,0 s: violada.
        MK-127
          Um beacon impression, nenhuma visibilidade durante meia hora, e uma requisição posterior do mesmo
          processo, com um relógio no máximo 3600 vezes mais rápido.
            impression em 0:00, notViewable em 31:00: violada.
        MK-128
          Uma resposta VAST e os pixels dela.
            midpoint antes de firstQuartile: violada.
        MK-129
          Uma resposta VAST, o começo do arquivo de mídia (o cabeçalho de um MP4, os segmentos de uma
          playlist HLS) com duração diferente de <Duration>, e os pixels dela, com um relógio em que a
          diferença aparece.
            12 s de filme, <Duration> de 8 s, firstQuartile 2 s depois de start: violada.
        """#
}

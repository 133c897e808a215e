extension SentenceBook {
    /// Why rules follow that the guide does not state as such.
    static let derivationSentences = #"""
        every other host is somebody else's; who they may be is for the app to say
          todo outro host é de outra parte; quais podem ser, cabe ao app dizer
        a redirect to another host is a URL that does not point at the server
          um redirecionamento a outro host é uma URL que não aponta pro servidor
        media, companions, verification scripts and creatives are requests to other hosts as well
          mídias, companions, scripts de verificação e creatives também são requisições a outros hosts
        the Referer field gives the receiver the URL a request came from
          o campo Referer entrega a quem recebe a URL de onde a requisição veio
        a macro filled in is identity given to that host
          uma macro preenchida é identidade entregue àquele host
        the host is what RFC 3986 §3.2.2 says it is
          o host é o que a RFC 3986 §3.2.2 diz que é
        the server's own words reach the third party as well
          o que o próprio servidor escreve também chega ao terceiro
        a value is identity under whatever name it travels
          um valor é identidade sob qualquer nome com que viaje
        to attach is to add: what was there stays as it was
          anexar é acrescentar: o que estava lá continua como estava
        the guide speaks of its own server only; what others are told is no breach of it
          o guia fala somente do próprio servidor; o que os outros ficam sabendo não o viola
        what the landing received must last until the conversion
          o que o destino recebeu precisa durar até a conversão
        which of several wins is not said; mk_cid.policy says it, by default the latest
          não se diz qual de vários vale; mk_cid.policy diz, e por padrão é o mais recente
        the click ID is for the destination and for the ad server
          o ID de clique é para o destino e para o servidor de anúncios
        an ID of the click names one click
          um ID de clique nomeia um só clique
        an ID of one click must not be handed out again by a cache (RFC 9111 §3)
          um cache não pode entregar de novo o ID de um clique (RFC 9111 §3)
        a page between the redirects ends the user's gesture
          uma página entre os redirecionamentos encerra o gesto do usuário
        ClickTracking counts, ClickThrough navigates (VAST 4.2 §3.10)
          ClickTracking conta, ClickThrough navega (VAST 4.2 §3.10)
        servers need to take URLs of 8000 bytes, and many take no more (RFC 9110 §4.1)
          servidores precisam aceitar URLs de 8000 bytes, e muitos não aceitam mais (RFC 9110 §4.1)
        an order is one order
          um pedido é um só pedido
        whether a conversion may come without a click at all is not said
          não se diz se uma conversão pode vir sem nenhum clique
        to append is to change nothing else
          acrescentar é não mudar mais nada
        a URL inside a URL is encoded once, and decoded once
          uma URL dentro de uma URL é codificada uma vez e decodificada uma vez
        a destination that readers disagree about is no one's destination (WHATWG URL, RFC 3986)
          um destino sobre o qual os leitores discordam não é destino de ninguém (WHATWG URL, RFC 3986)
        a URL has neither spaces nor bytes beyond ASCII (RFC 3986 §2)
          uma URL não tem espaços nem bytes além do ASCII (RFC 3986 §2)
        the server knows the destination; a destination in the link is anybody's (CWE-601)
          o servidor conhece o destino; um destino no link é de qualquer um (CWE-601)
        of other endpoints the guide says nothing; consent.endpoints does
          de outros endpoints o guia não diz nada; consent.endpoints diz
        what is read at each request cannot be old
          o que é lido a cada requisição não pode ser antigo
        before the zone has refused, the SDK cannot know that it needs consent
          antes de a zona recusar, o SDK não tem como saber que ela precisa de consentimento
        banner and interstitial have /serve in the table of formats, video has /vast and /vmap
          banner e interstitial têm /serve na tabela de formatos, vídeo tem /vast e /vmap
        the guide names /serve, /vast, /vmap and /click; beacons and conversions go to the same host
          o guia cita /serve, /vast, /vmap e /click; beacons e conversões vão ao mesmo host
        the host of the download is not the baseUrl's host, and only that one gets identity (§7)
          o host do download não é o do baseUrl, e somente esse recebe identidade (§7)
        the guide names the host alone; App Transport Security wants TLS of every app
          o guia cita somente o host; o App Transport Security exige TLS de todo app
        VAST asks for ClickTracking with each click
          o VAST pede ClickTracking a cada clique
        an ad ends once
          um anúncio termina uma só vez
        an event is an event of an ad that came
          um evento é o evento de um anúncio que veio
        the first change of a muted video is unmute
          a primeira mudança de um vídeo mudo é unmute
        whether a pixel of a VAST document is such a beacon is not said
          não se diz se um pixel de um documento VAST é um desses beacons
        one measurement has one outcome
          uma medição tem um só resultado
        they come from the app's bundle, which does not change while it runs
          eles vêm do bundle do app, que não muda enquanto ele roda
        the system's User-Agent is no field of the SDK's, though it names the app; never a breach
          o User-Agent do sistema não é um campo do SDK, embora informe o app; nunca é uma violação
        which request carries any other field is said nowhere; the configuration says it
          em lugar nenhum se diz qual requisição leva qualquer outro campo; a configuração diz
        the published list is cut off; policy.extra_forbidden_params holds what it named
          a lista publicada está cortada; policy.extra_forbidden_params guarda o que ela citava
        the value sent is the bundle's value
          o valor enviado é o valor do bundle
        one seam attaches each field once
          um único seam anexa cada campo uma vez
        the guide does not say of other requests whether identity stands in query or body
          o guia não diz, das outras requisições, se a identidade fica na query ou no corpo
        location is for the ad server alone
          a localização é somente para o servidor de anúncios
        a known position is a whole one
          uma posição conhecida é uma posição inteira
        the refusal is of the identifier; no word says that ads end with it
          a recusa é do identificador; nada diz que os anúncios acabam com ela
        the list after these words is cut off; session_id and mk_cid may have been in it
          a lista depois destas palavras está cortada; session_id e mk_cid podem ter estado nela
        the ID does not exist while tracking is off, whatever the ad
          o ID não existe com o rastreamento desligado, seja qual for o anúncio
        the guide binds the zone that refused and speaks of no other
          o guia vincula a zona que recusou e não fala de nenhuma outra
        what ends the refusal is not said; zone_block.scope says it
          não se diz o que encerra a recusa; zone_block.scope diz
        a refusal has a reason on the request
          uma recusa tem um motivo na requisição
        the guide tells how /serve refuses and not how a VAST answer would
          o guia diz como /serve recusa, e não como uma resposta VAST recusaria
        """#
}

extension SentenceBook {
    /// Rules on events and ad breaks.
    static let eventSentences = #"""
        break {} of #{} failed, and no later break was asked for
          o break {} de #{} falhou, e nenhum break posterior foi pedido
        abandon the failed break alone; let the film and the other breaks run
          abandone somente o break que falhou; deixe o filme e os outros breaks seguirem
        a schedule of which a break fails would show it
          uma grade em que um break falhe mostraria
        a later break after the failed one, or the mark content_end when the film is over, would show it
          um break posterior ao que falhou, ou a marca content_end quando o filme acaba, mostraria
        failed breaks
          breaks que falharam
        the film goes on under break {} of #{}
          o filme continua sob o break {} de #{}
        pause the film's player before the break, and resume it after
          pause o player do filme antes do break, e retome depois
        break {} of #{}: the film fetched {} parts under it
          break {} de #{}: o filme buscou {} partes sob ele
        the film's media, beside a break that plays, would show it
          a mídia do filme, ao lado de um break que toca, mostraria
        a linear break that plays to an end would show it
          um break linear que toque até o fim mostraria
        a recording with a slower clock would show it: parts of the film were fetched under a break
          uma gravação com relógio mais lento mostraria: partes do filme foram buscadas sob um break
        linear breaks
          breaks lineares
        {} after the error
          {} depois do erro
        {} of an ad that was abandoned in #{}
          {} de um anúncio abandonado em #{}
        stop all tracking of a break when it is abandoned; only its error is told
          pare todo o tracking de um break abandonado; só o erro dele é informado
        abandoned ads of breaks
          anúncios de breaks abandonados
        a break whose Error address was asked for, and what follows it, would show it
          um break cujo endereço de Error foi pedido, e o que vem depois, mostraria
        the post-roll of #{} begins, and the film goes on after it
          o post-roll de #{} começa, e o filme continua depois dele
        begin the post-roll when the player says that its item has ended
          comece o post-roll quando o player disser que o item terminou
        #{}: the post-roll's document was asked for before the film was over
          #{}: o documento do post-roll foi pedido antes de o filme acabar
        a post-roll that plays, with the film's media or the mark content_end before it, would show it
          um post-roll que toque, com a mídia do filme ou a marca content_end antes dele, mostraria
        post-rolls
          post-rolls
        the break stood still for {} s and was not ended
          o break ficou parado por {} s e não foi encerrado
        end a break when nothing on screen has moved for 15 s, and let the film go on
          encerre um break quando nada na tela se mover por 15 s, e deixe o filme seguir
        a break whose media breaks off, and what follows it, would show it
          um break cuja mídia se interrompe, e o que vem depois, mostraria
        a recording with a slower clock would show it: the mark clock_scale leaves no 15 s to be seen
          uma gravação com relógio mais lento mostraria: a marca clock_scale não deixa ver 15 s
        breaks that stood still
          breaks que ficaram parados
        add up the time in view with sound, and report once when it reaches half the film
          some o tempo visível com som, e informe uma vez quando chegar à metade do filme
        half of #{} is reported seen and heard again
          metade de #{} é informada de novo como vista e ouvida
        the outstream ad of #{} starts muted and was not unmuted
          o outstream de #{} começa mudo e não foi desmutado
        half of #{} is reported seen and heard before it can have been
          metade de #{} é informada como vista e ouvida antes de ser possível
        half of #{} is reported seen and heard before its midpoint
          metade de #{} é informada como vista e ouvida antes do midpoint
        reports of half a video
          avisos de metade de um vídeo
        a beacon {} that names a video ad would show it
          um beacon {} que cite um anúncio de vídeo mostraria
        the click is told, but its ClickThrough ({}) is not opened
          o clique é informado, mas o seu ClickThrough ({}) não é aberto
        open the ClickThrough on each click; tell the trackers of no click that opens nothing
          abra o ClickThrough a cada clique; não avise os trackers de um clique que não abre nada
        no request for {}
          nenhuma requisição de {}
        the click is not told to {} ({})
          o clique não é informado a {} ({})
        ask for every ClickTracking of the chain when the viewer clicks
          dispare todo ClickTracking da cadeia quando o usuário clicar
        #{}: a ClickTracking on {}, of which nothing was recorded
          #{}: um ClickTracking em {}, de que nada foi gravado
        #{}: a click on {}, where no browser was recorded
          #{}: um clique em {}, onde nenhum navegador foi gravado
        a click on a video ad whose document has ClickTracking would show it
          um clique em um anúncio de vídeo cujo documento tem ClickTracking mostraria
        {} after {}
          {} depois de {}
        {} of #{} follows {} in #{}
          {} de #{} vem depois de {} em #{}
        stop all tracking of an ad when it is skipped or complete
          pare todo o tracking de um anúncio pulado ou completo
        ads that ended
          anúncios que terminaram
        a VAST answer whose skip or complete pixel was fired would show it
          uma resposta VAST cujo pixel skip ou complete foi disparado mostraria
        the guide knows no event of this name
          o guia não conhece evento com este nome
        send only the guide's events, in its spelling
          envie somente os eventos do guia, com a grafia dele
        events of beacons
          eventos de beacons
        a beacon with an event would show it
          um beacon com um evento mostraria
        an impression of #{}, which answered without an ad
          uma impressão de #{}, que respondeu sem anúncio
        the impression of #{} was reported by #{} already
          a impressão de #{} já foi informada por #{}
        report the impression when the creative is first shown, and keep that with the ad
          informe a impressão quando o creative é exibido pela primeira vez, e guarde isso com o anúncio
        impressions of display ads
          impressões de anúncios de display
        an impression beacon that belongs to an answer of /serve would show it
          um beacon de impressão que pertença a uma resposta de /serve mostraria
        no in_app_mechanism
          sem in_app_mechanism
        a native beacon does not say in_app_mechanism=sdk
          um beacon nativo não diz in_app_mechanism=sdk
        add in_app_mechanism=sdk where beacons are built
          acrescente in_app_mechanism=sdk onde os beacons são montados
        native beacons
          beacons nativos
        a beacon that belongs to an answer of /serve would show it
          um beacon que pertença a uma resposta de /serve mostraria
        {} {} min after the impression
          {} {} min depois da impressão
        the viewability of #{} is reported after the half hour of its measurement
          a viewability de #{} é informada depois da meia hora de medição
        stop measuring after half an hour, and send nothing
          pare de medir depois de meia hora, e não envie nada
        ads whose half hour ended
          anúncios cuja meia hora terminou
        an ad that is not viewable for half an hour, and a later request of the same process, would show it
          um anúncio não visível por meia hora, e uma requisição posterior do mesmo processo, mostraria
        {} before start
          {} antes de start
        {} of #{}: no viewer did that
          {} de #{}: nenhum usuário fez isso
        report mute, unmute and skip from the player's controls alone
          informe mute, unmute e skip somente a partir dos controles do player
        mute, unmute and skip events
          eventos mute, unmute e skip
        a video ad's mute, unmute or skip pixel would show it
          o pixel mute, unmute ou skip de um anúncio de vídeo mostraria
        #{}: {} of an ad whose answer was not recorded
          #{}: {} de um anúncio cuja resposta não foi gravada
        {} belongs to no ad that was answered
          {} não pertence a nenhum anúncio respondido
        report events of ads that were answered, under the ID that the answer gave
          informe eventos de anúncios respondidos, com o ID que a resposta deu
        name join.keys: no beacon of {} repeats a value by which an answer names its ad
          informe join.keys: nenhum beacon de {} repete um valor com que uma resposta nomeia o anúncio
        beacons
          beacons
        beacons, and the answers that they belong to, from a process's first request on
          beacons, e as respostas a que pertencem, desde a primeira requisição de um processo
        {} of the outstream ad of #{}, which has no button for it
          {} do outstream de #{}, que não tem botão para isso
        offer no skip and no close in outstream, whatever the document allows
          não ofereça pular nem fechar em outstream, permita o documento o que permitir
        outstream ads
          anúncios outstream
        an outstream ad whose start pixel was fired would show it
          um outstream cujo pixel start foi disparado mostraria
        the outstream ad of #{} is muted though it starts muted
          o outstream de #{} é mutado embora comece mudo
        {} of #{} is reported again without a change
          {} de #{} é informado de novo sem mudança
        start outstream muted, and report a change of the sound once
          comece o outstream mudo, e informe cada mudança de som uma vez
        changes of sound in outstream ads
          mudanças de som em anúncios outstream
        an outstream ad whose mute or unmute pixel was fired would show it
          um outstream cujo pixel mute ou unmute foi disparado mostraria
        a first-party pixel does not say in_app_mechanism=sdk
          um pixel da primeira parte não diz in_app_mechanism=sdk
        attach in_app_mechanism=sdk with the identity
          anexe in_app_mechanism=sdk com a identidade
        pixels.in_app_mechanism is ignore
          pixels.in_app_mechanism vale ignore
        the request of a first-party pixel would show it
          a requisição de um pixel da primeira parte mostraria
        {} of #{} was fired in #{} already
          {} de #{} já foi disparado em #{}
        {} comes after {} (#{})
          {} vem depois de {} (#{})
        fire each quartile once, when the player's position passes it
          dispare cada quartil uma vez, quando a posição do player passar por ele
        quartiles
          quartis
        a VAST answer with quartiles, and their pixels, would show it
          uma resposta VAST com quartis, e os pixels deles, mostraria
        {} of #{} follows <Duration>, not the film
          {} de #{} segue <Duration>, e não o filme
        {} of #{} comes before the film can have come so far
          {} de #{} vem antes de o filme poder ter chegado lá
        take the length from the player as soon as it is known
          tome a duração do player assim que ela for conhecida
        quartiles of films of another length than stated
          quartis de filmes com duração diferente da declarada
        a video ad would show it whose media file has another length than <Duration>, at a clock not more \#
        than some 50 times as fast
          mostraria um vídeo com duração diferente de <Duration>, com um relógio no máximo umas 50 vezes mais rápido
        the ad of #{} is counted though it was never shown
          o anúncio de #{} é contado embora nunca tenha sido exibido
        send nothing of an ad between preload and show, nor when it is thrown away
          não envie nada de um anúncio entre preload e show, nem quando ele é descartado
        ads that were not shown
          anúncios não exibidos
        a /vast answer whose ad is never started, or an interstitial fetched and not shown (mark \#
        interstitial), and a later request, would show it
          um /vast cujo anúncio nunca inicia, ou um interstitial não exibido (marca interstitial), mais uma \#
        requisição, mostraria
        an impression before any byte of the media
          uma impressão antes de qualquer byte da mídia
        the impression of #{} is fired before its video can start
          a impressão de #{} é disparada antes de o vídeo poder iniciar
        fire Impression with the first frame
          dispare Impression com o primeiro quadro
        impressions of video ads
          impressões de anúncios de vídeo
        a video ad whose Impression pixel was fired and whose media file was asked for would show it
          um vídeo cujo pixel Impression foi disparado e cuja mídia foi pedida mostraria
        the request of #{} is counted again by a beacon
          o pedido de #{} é contado de novo por um beacon
        send no request event for video
          não envie o evento request para vídeo
        viewable of a video is reported before two seconds have passed
          viewable de um vídeo é informado antes de passarem dois segundos
        count continuous time in view while the video plays, and report after two seconds
          conte o tempo visível contínuo enquanto o vídeo toca, e informe depois de dois segundos
        viewable events of video ads
          eventos viewable de anúncios de vídeo
        a viewable beacon of a video ad would show it, with a stated time or at a clock not more than 100 \#
        times as fast
          um beacon viewable de vídeo mostraria, com tempo informado ou relógio no máximo 100 vezes mais rápido
        the viewability of #{} is reported a second time
          a viewability de #{} é informada pela segunda vez
        report one outcome per ad and stop measuring
          informe um resultado por anúncio e pare de medir
        viewability events
          eventos de viewability
        a viewability beacon that belongs to an answer of /serve would show it
          um beacon de viewability que pertença a uma resposta de /serve mostraria
        no viewable_mechanism
          sem viewable_mechanism
        a viewability beacon does not say viewable_mechanism=native-sdk
          um beacon de viewability não diz viewable_mechanism=native-sdk
        add viewable_mechanism=native-sdk to viewability beacons
          acrescente viewable_mechanism=native-sdk aos beacons de viewability
        viewability beacons
          beacons de viewability
        viewable is reported before a second has passed
          viewable é informado antes de passar um segundo
        count continuous time in view, and report after one second
          conte o tempo visível contínuo, e informe depois de um segundo
        viewable events
          eventos viewable
        impression and viewable beacons of one answer of /serve would show it
          beacons impression e viewable de uma resposta de /serve mostrariam
        schedules
          grades
        """#
}

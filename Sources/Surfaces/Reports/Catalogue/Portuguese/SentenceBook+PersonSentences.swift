extension SentenceBook {
    /// Rules on opt-out, refusal of a zone, children, consent and location.
    static let personSentences = #"""
        an ad is shown in a child-directed app, and no impression is reported
          um anúncio é exibido em um app dirigido a crianças, e nenhuma impressão é informada
        an ad is shown while tracking is off, and no impression is reported
          um anúncio é exibido com o rastreamento desligado, e nenhuma impressão é informada
        leave the visitor ID out of the beacons, not the beacons
          deixe de fora o visitor_id dos beacons, e não os beacons
        the app is marked child_directed=0
          o app está marcado child_directed=0
        in a child-directed app
          em um app dirigido a crianças
        while tracking is off
          com o rastreamento desligado
        impressions {}: {}
          impressões {}: {}
        a request for an ad {} would show it
          um pedido de anúncio {} mostraria
        an ad that is shown {}, and its impression, would show it
          um anúncio exibido {}, e a impressão dele, mostraria
        a third-party request of a child-directed app would show it
          uma requisição a um terceiro em um app dirigido a crianças mostraria
        third-party requests of a child-directed app: {}
          requisições a terceiros de um app dirigido a crianças: {}
        child_directed is told to {}
          child_directed é informado a {}
        child_directed is sent {} times
          child_directed é enviado {} vezes
        child_directed is not 1
          child_directed não é 1
        send child_directed=1 once, or not at all
          envie child_directed=1 uma vez, ou nenhuma
        requests with child_directed
          requisições com child_directed
        a first-party request with child_directed would show it
          uma requisição à primeira parte com child_directed mostraria
        {} request of a child-directed app does not say so
          requisição {} de um app dirigido a crianças não diz isso
        add child_directed=1 where identity is attached, so that no request is without it
          acrescente child_directed=1 onde a identidade é anexada, para que nenhuma requisição fique sem ele
        requests of a child-directed app
          requisições de um app dirigido a crianças
        mark child_directed=1 or child_directed=0: the wire does not show which the app is
          marque child_directed=1 ou child_directed=0: o tráfego não mostra qual é o caso do app
        mark child_directed=1 or child_directed=0: requests of one process disagree (MK-084)
          marque child_directed=1 ou child_directed=0: as requisições de um processo discordam (MK-084)
        requests of a process that says child_directed=1: {}
          requisições de um processo que diz child_directed=1: {}
        other requests of the same process say child_directed=1
          outras requisições do mesmo processo dizem child_directed=1
        add the flag where identity is attached, so that no request is without it
          acrescente a flag onde a identidade é anexada, para que nenhuma requisição fique sem ela
        a mark says child_directed=1: MK-080 judges each request
          uma marca diz child_directed=1: MK-080 julga cada requisição
        two requests of one session_id would show it
          duas requisições de um mesmo session_id mostrariam
        location is sent by a child-directed app
          um app dirigido a crianças envia localização
        do not read location where childDirected is set
          não leia a localização quando childDirected estiver ligado
        that location is asked for in vain: the mark collect_location=1 would show it
          a localização pedida em vão: a marca collect_location=1 mostraria
        a request of a child-directed app would show it
          uma requisição de um app dirigido a crianças mostraria
        a child-directed app sends visitor_id
          um app dirigido a crianças envia visitor_id
        generate no UUID where childDirected is set
          não gere o UUID quando childDirected estiver ligado
        the mark child_directed=1, or a request that says so, would show it
          a marca child_directed=1, ou uma requisição que diga isso, mostraria
        mark tracking=off where the app turned tracking off (or tracking=on if it never did)
          marque tracking=off onde o app desligou o rastreamento (ou tracking=on se nunca desligou)
        mark tracking=off and tracking=on where the app turned tracking off and on
          marque tracking=off e tracking=on onde o app desligou e ligou o rastreamento
        location is sent while tracking is off
          a localização é enviada com o rastreamento desligado
        send location only in beacons that also carry visitor_id
          envie a localização somente em beacons que também levam visitor_id
        a request after the mark tracking=off would show it
          uma requisição depois da marca tracking=off mostraria
        visitor_id is sent again by a later process
          visitor_id volta a ser enviado por um processo posterior
        store the refusal and read it before anything is sent
          guarde a recusa e leia-a antes de enviar qualquer coisa
        requests while off
          requisições com o rastreamento desligado
        a later launch after the mark tracking=off would show it
          uma abertura posterior à marca tracking=off mostraria
        {} is sent while tracking is off
          {} é enviado com o rastreamento desligado
        leave {} out while tracking is off
          deixe {} de fora com o rastreamento desligado
        leave the name out altogether while tracking is off
          deixe de fora até o nome do campo com o rastreamento desligado
        off.forbid_session_id and off.forbid_mk_cid are ignore
          off.forbid_session_id e off.forbid_mk_cid valem ignore
        a first-party request after the mark tracking=off would show it
          uma requisição à primeira parte depois da marca tracking=off mostraria
        a request about an ad loaded earlier still has visitor_id
          uma requisição sobre um anúncio carregado antes ainda tem visitor_id
        read the ID when the request is made
          leia o ID no momento da requisição
        a beacon of an ad loaded before the mark tracking=off would show it
          um beacon de um anúncio carregado antes da marca tracking=off mostraria
        the visitor_id of #{}, before the opt-out, is sent again
          o visitor_id de #{}, anterior à recusa, volta a ser enviado
        generate a new UUID when tracking is turned on
          gere um UUID novo quando o rastreamento for ligado
        the marks tracking=off, then tracking=on, with requests after them would show it
          as marcas tracking=off e depois tracking=on, com requisições a seguir, mostrariam
        values of visitor_id after an opt-out
          valores de visitor_id depois de uma recusa
        a visitor_id after the mark tracking=on that follows tracking=off would show it
          um visitor_id depois da marca tracking=on que segue tracking=off mostraria
        visitor_id is sent although tracking was off from the start
          visitor_id é enviado embora o app tenha começado com a recusa
        apply the refusal before any ID is generated
          aplique a recusa antes de qualquer ID existir
        a recording that begins with the mark tracking=off would show it
          uma gravação que comece com a marca tracking=off mostraria
        visitor_id is sent while tracking is off
          visitor_id é enviado com o rastreamento desligado
        location is sent about an ad whose zone refused tracking
          a localização é enviada sobre um anúncio cuja zona recusou rastreamento
        drop location from the requests of a refused ad
          retire a localização das requisições de um anúncio recusado
        an answer of /serve with tracking: false, and beacons of that ad, would show it
          uma resposta de /serve com tracking: false, e beacons desse anúncio, mostraria
        no visitor_id
          sem visitor_id
        visitor_id is missing from a zone that did not refuse
          falta visitor_id em uma zona que não recusou
        keep the refusal of #{} with its zone
          guarde a recusa de #{} junto da sua zona
        zone_block.other_zones is ignore
          zone_block.other_zones vale ignore
        requests of other zones
          requisições de outras zonas
        a refusal of one zone, and a request of another after a visitor_id was sent, would show it
          a recusa de uma zona, e uma requisição de outra depois de enviado um visitor_id, mostraria
        tracking is neither true nor false
          tracking não é nem true nem false
        have the server write the boolean false
          faça o servidor escrever o booleano false
        answers with tracking
          respostas com tracking
        an answer of /serve with the member tracking would show it
          uma resposta de /serve com o membro tracking mostraria
        visitor_id is missing though the zone's refusal has ended
          falta visitor_id embora a recusa da zona tenha terminado
        forget the refusal when it ends, or set zone_block.scope
          esqueça a recusa quando ela terminar, ou defina zone_block.scope
        zone_block.after_end is ignore
          zone_block.after_end vale ignore
        requests after a refusal's end
          requisições depois do fim de uma recusa
        a refusal, an answer that does not refuse, and a further request of the zone would show it
          uma recusa, uma resposta que não recusa e mais uma requisição da zona mostrariam
        the zone refuses tracking although consent came with the request
          a zona recusa rastreamento embora o consentimento tenha vindo com a requisição
        check how the zone asks for consent
          verifique como a zona pede o consentimento
        an answer of /serve with tracking: false would show it
          uma resposta de /serve com tracking: false mostraria
        the zone refused tracking in #{}, and its next request has visitor_id
          a zona recusou rastreamento em #{}, e a requisição seguinte dela tem visitor_id
        remember the zone's refusal until an answer of it does not refuse
          lembre a recusa da zona até que uma resposta dela não recuse
        name the parameter that carries the zone: requests of /serve show none
          informe o parâmetro que leva a zona: as requisições a /serve não mostram nenhum
        requests after a refusal
          requisições depois de uma recusa
        an answer of /serve with tracking: false, and the next request of that zone, would show it
          uma resposta de /serve com tracking: false, e a próxima requisição dessa zona, mostraria
        a beacon of an ad whose zone refused tracking has visitor_id (#{})
          um beacon de um anúncio cuja zona recusou rastreamento tem visitor_id (#{})
        keep the refusal with the ad and leave visitor_id out of its requests
          guarde a recusa junto do anúncio e deixe visitor_id fora das requisições dele
        beacons of refused ads
          beacons de anúncios recusados
        an answer of /serve with tracking: false, and a beacon of that ad, would show it
          uma resposta de /serve com tracking: false, e um beacon desse anúncio, mostraria
        the click of an ad whose zone refused tracking has visitor_id (#{})
          o clique em um anúncio cuja zona recusou rastreamento tem visitor_id (#{})
        clicks of refused ads
          cliques em anúncios recusados
        an answer of /serve with tracking: false, and the click of that ad, would show it
          uma resposta de /serve com tracking: false, e o clique nesse anúncio, mostraria
        visitor_id is sent about an ad whose VAST answer refused tracking
          visitor_id é enviado sobre um anúncio cuja resposta VAST recusou rastreamento
        no refusal of a VAST answer is known: vast.tracking_signal would make it judge
          nenhuma recusa de uma resposta VAST é conhecida: vast.tracking_signal permitiria julgar
        requests about refused video ads
          requisições sobre anúncios de vídeo recusados
        a VAST answer with that Extension and the text false, and its pixels, would show it
          uma resposta VAST com essa Extension e o texto false, e os pixels dela, mostraria
        gdpr_consent is sent {} times
          gdpr_consent é enviado {} vezes
        gdpr_consent is not the stored consent string
          gdpr_consent não é a string de consentimento guardada
        gdpr_consent is no TC string of version 2
          gdpr_consent não é uma TC string da versão 2
        pass IABTCF_TCString on as it is, percent-encoded once
          repasse IABTCF_TCString como está, com percent-encoding uma única vez
        consent strings
          strings de consentimento
        a request of /serve with gdpr_consent would show it
          uma requisição a /serve com gdpr_consent mostraria
        /serve without {} although the consent platform stored it
          /serve sem {} embora a CMP o tenha guardado
        read the IABTCF keys at each /serve
          leia as chaves IABTCF a cada /serve
        mark IABTCF_gdprApplies and IABTCF_TCString as the consent platform stored them
          marque IABTCF_gdprApplies e IABTCF_TCString como a CMP os guardou
        mark cmp=present or cmp=absent
          marque cmp=present ou cmp=absent
        the app is marked cmp=absent
          o app está marcado cmp=absent
        the app is marked cmp=present
          o app está marcado cmp=present
        requests of /serve
          requisições a /serve
        a request of /serve after the mark cmp=present would show it
          uma requisição a /serve depois da marca cmp=present mostraria
        consent is sent with a {} request
          o consentimento é enviado em uma requisição {}
        send consent where the server reads it, or add {} to consent.endpoints
          envie o consentimento onde o servidor o lê, ou acrescente {} a consent.endpoints
        consent.endpoints without {}
          consent.endpoints sem {}
        {} request without {} although the consent platform stored it
          requisição {} sem {} embora a CMP o tenha guardado
        send consent there, or take {} out of consent.endpoints
          envie o consentimento ali, ou retire {} de consent.endpoints
        requests besides /serve
          requisições além de /serve
        a first-party request other than /serve would show it; a named endpoint needs cmp=present
          uma requisição à primeira parte fora de /serve mostraria; um endpoint indicado exige cmp=present
        a consent string of before
          uma string de consentimento anterior
        gdpr_consent is a string that the consent platform has replaced
          gdpr_consent é uma string que a CMP já substituiu
        read the IABTCF keys at each /serve, not once
          leia as chaves IABTCF a cada /serve, e não uma vez só
        requests after a change
          requisições depois de uma mudança
        a second mark IABTCF_TCString, and a /serve with gdpr_consent after it, would show it
          uma segunda marca IABTCF_TCString, e um /serve com gdpr_consent depois dela, mostraria
        a consent signal is sent although the app has no consent platform
          um sinal de consentimento é enviado embora o app não tenha CMP
        send gdpr and gdpr_consent only for stored IABTCF keys
          envie gdpr e gdpr_consent somente para chaves IABTCF guardadas
        a request of /serve after the mark cmp=absent would show it
          uma requisição a /serve depois da marca cmp=absent mostraria
        gdpr is neither 0 nor 1
          gdpr não é nem 0 nem 1
        pass IABTCF_gdprApplies on as the number it is
          repasse IABTCF_gdprApplies como o número que ele é
        values of gdpr
          valores de gdpr
        a first-party request with gdpr would show it
          uma requisição à primeira parte com gdpr mostraria
        visitor_id with gdpr=1 and no consent, before the zone refused
          visitor_id com gdpr=1 e sem consentimento, antes de a zona recusar
        visitor_id is sent with gdpr=1 and no consent after the zone refused
          visitor_id é enviado com gdpr=1 e sem consentimento depois de a zona recusar
        remember the refusal of #{} until consent comes
          lembre a recusa de #{} até que o consentimento venha
        requests with gdpr=1 and no consent after a refusal
          requisições com gdpr=1 e sem consentimento depois de uma recusa
        a refusal, and a later request of that zone with gdpr=1 and no gdpr_consent, would show it
          uma recusa, e uma requisição posterior dessa zona com gdpr=1 e sem gdpr_consent, mostraria
        accuracy is finer than 1000 m
          a precisão é mais fina que 1000 m
        send the larger of the measured accuracy and 1000
          envie o maior valor entre a precisão medida e 1000
        values of accuracy
          valores de accuracy
        a first-party request with accuracy would show it
          uma requisição à primeira parte com accuracy mostraria
        the unrounded coordinate stands outside its fields
          a coordenada sem arredondamento está fora dos seus campos
        round the position where it is read, before anything else sees it
          arredonde a posição onde ela é lida, antes que qualquer outra coisa a veja
        a coordinate in first-party traffic would show it
          uma coordenada no tráfego da primeira parte mostraria
        send a whole and valid location, or none
          envie uma localização inteira e válida, ou nenhuma
        location is not whole: {} of its 3 fields missing
          a localização não está inteira: faltam {} dos seus 3 campos
        a field of the location is no number
          um campo da localização não é um número
        the coordinate is not on earth
          a coordenada não fica na Terra
        the coordinate is (0, 0)
          a coordenada é (0, 0)
        a first-party request with location would show it
          uma requisição à primeira parte com localização mostraria
        a beacon without visitor_id carries location
          um beacon sem visitor_id leva localização
        add location only where visitor_id is added
          acrescente a localização somente onde visitor_id é acrescentado
        beacons with location
          beacons com localização
        a beacon with latitude and longitude would show it
          um beacon com latitude e longitude mostraria
        location is sent on a first-party pixel
          a localização é enviada em um pixel da primeira parte
        send location in native beacons only
          envie a localização somente em beacons nativos
        location.allow_pixels is ignore
          location.allow_pixels vale ignore
        location was never collected: the mark collect_location=1 or a coordinate would show it
          a localização nunca foi coletada: a marca collect_location=1 ou uma coordenada mostraria
        location is sent in a {} request
          a localização é enviada em uma requisição {}
        send location in beacons only
          envie a localização somente em beacons
        requests other than beacons
          requisições que não são beacons
        a request of /serve or /click would show it
          uma requisição a /serve ou /click mostraria
        location is sent although the app did not ask for it
          a localização é enviada embora o app não a tenha pedido
        read location only where collectLocation is set
          leia a localização somente quando collectLocation estiver ligado
        mark collect_location=1 or 0: #{} has a coordinate
          marque collect_location=1 ou 0: #{} tem uma coordenada
        the app is marked collect_location=1
          o app está marcado collect_location=1
        {} is rounded but written with the noise of binary arithmetic: {} decimals
          {} está arredondado, mas escrito com o ruído da aritmética binária: {} casas decimais
        {} is not rounded: {} decimals
          {} não está arredondado: {} casas decimais
        write the number with two decimals
          escreva o número com duas casas decimais
        round to two decimals before sending
          arredonde para duas casas decimais antes de enviar
        a first-party request with latitude and longitude would show it
          uma requisição à primeira parte com latitude e longitude mostraria
        coordinates
          coordenadas
        locations
          localizações
        refusals
          recusas
        """#
}

extension SentenceBook {
    /// Rules on clicks and conversions.
    static let clickSentences = #"""
        services that tie installations to clicks, the app's or the SDK's: {}
          serviços que ligam instalações a cliques, do app ou do SDK: {}
        mk_cid is lost
          mk_cid se perde
        mk_cid is doubled (which one wins depends on the landing server)
          mk_cid é duplicado (qual vale depende do servidor de destino)
        mk_cid is moved behind # (no server receives it)
          mk_cid vai para depois de # (nenhum servidor o recebe)
        mk_cid is encoded twice
          mk_cid é codificado duas vezes
        mk_cid became part of '{}'
          mk_cid virou parte de '{}'
        mk_cid is renamed to amp;mk_cid (an HTML escape)
          mk_cid é renomeado para amp;mk_cid (um escape de HTML)
        mk_cid is renamed to {}
          mk_cid é renomeado para {}
        mk_cid is cut
          mk_cid é cortado
        mk_cid is altered
          mk_cid é alterado
        click counted for {}
          clique contado para {}
        ask for /click only when a person taps; give no mk_cid to previews
          peça /click somente quando uma pessoa toca; não dê mk_cid a prévias
        a HEAD request
          uma requisição HEAD
        clicks with mk_cid
          cliques com mk_cid
        a request of /click with its answer would show it
          uma requisição a /click com a resposta mostraria
        a link without mk_cid came after #{}, and the conversion has none
          um link sem mk_cid veio depois de #{}, e a conversão não tem nenhum
        change the stored mk_cid only for a link that has one
          troque o mk_cid guardado somente por um link que tenha um
        conversions after a link without mk_cid
          conversões depois de um link sem mk_cid
        the mark deep_link=URL without mk_cid, between a click and a conversion, would show it
          a marca deep_link=URL sem mk_cid, entre um clique e uma conversão, mostraria
        {} in the request that follows the link of #{}
          {} na requisição que segue o link de #{}
        follow a link exactly as it was sent
          siga um link exatamente como foi enviado
        {} at {}, hop {}
          {} em {}, salto {}
        have {} keep the query of the URL it was asked with
          faça {} manter a query da URL com que foi pedido
        click chains
          cadeias de clique
        a redirect of /click with mk_cid, and the request that follows it, would show it
          um redirecionamento de /click com mk_cid, e a requisição que o segue, mostraria
        store pages do not pass mk_cid to the installed app: install attribution is not possible
          páginas de loja não repassam mk_cid ao app instalado: não é possível atribuir a instalação
        the chain ends in an app: what follows makes no traffic, and is not judged
          a cadeia termina em um app: o que vem depois não gera tráfego e não é julgado
        the link into the app does not hold the mk_cid of the click
          o link para o app não contém o mk_cid do clique
        have {} carry the query over to the app's link
          faça {} levar a query para o link do app
        links into apps
          links para apps
        a click that ends in a link of another scheme would show it
          um clique que termine em um link de outro esquema mostraria
        mk_cid is lost inside {}, between {} and {}
          mk_cid se perde dentro de {}, entre {} e {}
        have the site keep mk_cid, in its links or beside them, until it converts
          faça o site manter mk_cid, nos links ou ao lado deles, até a conversão
        #{}: no mk_cid in the URL; the site may keep it elsewhere
          #{}: sem mk_cid na URL; o site pode guardá-lo em outro lugar
        further pages of landing sites
          outras páginas dos sites de destino
        a click's landing page and a further page of its host, opened from there, would show it
          a página de destino de um clique e outra página do mesmo host, aberta a partir dela, mostrariam
        mk_cid is behind #: no server receives it
          mk_cid está depois de #: nenhum servidor o recebe
        mk_cid is part of the value of {}: a second ? or an & is wrong
          mk_cid é parte do valor de {}: um segundo ? ou um & está errado
        mk_cid is inside the nested URL in {}, not in the destination's own query
          mk_cid está na URL aninhada em {}, e não na query do próprio destino
        mk_cid is called amp;mk_cid: the URL was HTML-escaped
          mk_cid se chama amp;mk_cid: a URL foi escapada como HTML
        mk_cid is called {}
          mk_cid se chama {}
        append mk_cid to the query, before the fragment, with & or ? as the URL needs
          acrescente mk_cid à query, antes do fragmento, com & ou ? conforme a URL
        redirects with mk_cid
          redirecionamentos com mk_cid
        a redirect of /click with mk_cid would show it
          um redirecionamento de /click com mk_cid mostraria
        answered {} without Location
          respondeu {} sem Location
        answered {}
          respondeu {}
        /click is no redirect: it {}
          /click não é um redirecionamento: {}
        the Location has no mk_cid
          o Location não tem mk_cid
        the Location has mk_cid {} times
          o Location tem mk_cid {} vezes
        mk_cid is empty
          mk_cid está vazio
        the Location has an empty mk_cid
          o Location tem um mk_cid vazio
        /click redirects with {}, not 302
          /click redireciona com {}, e não 302
        have /click answer 302 with one mk_cid in the destination's query
          faça /click responder 302 com um mk_cid na query do destino
        the conversion carries the mk_cid of #{}; #{} is the {}
          a conversão leva o mk_cid de #{}; #{} é o {}
        replace the stored mk_cid whenever a link brings another
          troque o mk_cid guardado sempre que um link trouxer outro
        keep the stored mk_cid
          mantenha o mk_cid guardado
        conversions after several clicks
          conversões depois de vários cliques
        two different mk_cid, delivered before a conversion that carries one of them, would show it
          dois mk_cid diferentes, entregues antes de uma conversão que leva um deles, mostrariam
        the click ID of #{} is given again
          o ID de clique de #{} é dado de novo
        make a new ID for each click, and let no cache keep the redirect
          gere um ID novo para cada clique, e não deixe nenhum cache guardar o redirecionamento
        clicks after the first
          cliques depois do primeiro
        clicks
          cliques
        two clicks with their answers would show it
          dois cliques com as respostas mostrariam
        without TLS
          sem TLS
        outside the in-app browser
          fora do navegador do app
        no User-Agent
          sem User-Agent
        /click is opened {}
          /click é aberto {}
        open the click's https address in SFSafariViewController
          abra o endereço https do clique em SFSafariViewController
        the redirect may be cached ({}): clicks will share one id
          o redirecionamento pode ser guardado em cache ({}): cliques dividirão um mesmo id
        answer /click with 302 and Cache-Control: no-store
          responda /click com 302 e Cache-Control: no-store
        {} ms after #{}
          {} ms depois de #{}
        two clicks in {} ms: the second id wins
          dois cliques em {} ms: vale o segundo id
        ignore a second tap while the first one opens, and prefetch no click link
          ignore um segundo toque enquanto o primeiro abre, e não busque links de clique antes da hora
        a recording with a clock_scale of at most 100 would show it
          uma gravação com clock_scale de no máximo 100 mostraria
        step {} at {} is a page, not a redirect; universal links stop working here
          o passo {} em {} é uma página, e não um redirecionamento; universal links param de funcionar aqui
        have {} answer with a redirect
          faça {} responder com um redirecionamento
        steps of click chains
          passos de cadeias de clique
        a redirect of /click would show it
          um redirecionamento de /click mostraria
        a mk_cid of its own
          um mk_cid próprio
        two parties navigate to {}: the click tracker {} as well as /click; mk_cid is only on one path
          duas partes navegam até {}: o tracker de clique {} e também /click; mk_cid está em um caminho só
        have the tracker answer 204 or a pixel, or make it the ClickThrough's first hop
          faça o tracker responder 204 ou um pixel, ou torne-o o primeiro salto do ClickThrough
        click trackers
          trackers de clique
        a VAST ad's ClickTracking and its click through /click would show it
          o ClickTracking de um anúncio VAST e o clique dele por /click mostrariam
        URL too long at hop {}: {} bytes
          URL longa demais no salto {}: {} bytes
        #{}: the link of hop {} has {} bytes
          #{}: o link do salto {} tem {} bytes
        {} refused the URL of hop {} as too long: {} bytes
          {} recusou a URL do salto {} por ser longa demais: {} bytes
        the URL of #{}'s link was cut after {} bytes
          a URL do link de #{} foi cortada depois de {} bytes
        keep the links of a click under 2000 bytes
          mantenha os links de um clique abaixo de 2000 bytes
        links of click chains
          links de cadeias de clique
        the goal is missing
          falta a meta
        the value is no whole number of cents
          o valor não é um número inteiro de centavos
        the order ID is empty
          o ID do pedido está vazio
        send the goal, whole cents and the order ID as given
          envie a meta, centavos inteiros e o ID do pedido como foram dados
        conversions
          conversões
        a conversion request would show it
          uma requisição de conversão mostraria
        the order was reported by #{} already
          o pedido já foi informado por #{}
        report an order once; a retry needs the server's own check
          informe um pedido uma vez; uma nova tentativa exige a verificação do próprio servidor
        conversions with an order ID
          conversões com ID de pedido
        a conversion with an order ID would show it
          uma conversão com ID de pedido mostraria
        a conversion comes without mk_cid, and no click or link came before it
          uma conversão vem sem mk_cid, e nenhum clique ou link veio antes dela
        send conversions of clicks only, or set conversion.without_mk_cid
          envie somente conversões de cliques, ou defina conversion.without_mk_cid
        conversion.without_mk_cid is ignore
          conversion.without_mk_cid vale ignore
        the conversion carries no mk_cid; #{} delivered one
          a conversão não leva mk_cid; #{} entregou um
        the conversion carries a mk_cid that no click of this recording was given
          a conversão leva um mk_cid que nenhum clique desta gravação recebeu
        pass each link to handleDeepLink and send the mk_cid it held last
          passe cada link a handleDeepLink e envie o último mk_cid que ele trouxe
        conversions after a click
          conversões depois de um clique
        a click with mk_cid followed by a conversion would show it
          um clique com mk_cid seguido de uma conversão mostraria
        the destination is not the campaign's URL: {}
          o destino não é a URL da campanha: {}
        another host or scheme
          outro host ou esquema
        another path
          outro caminho
        the fragment is gone
          o fragmento sumiu
        another fragment
          outro fragmento
        its bytes differ
          os bytes diferem
        dropped {}
          perdeu {}
        added {}
          ganhou {}
        another value of {}
          outro valor de {}
        another coding of {}
          outra codificação de {}
        another order of the parameters
          outra ordem dos parâmetros
        append mk_cid to the campaign's URL and change nothing else in it
          acrescente mk_cid à URL da campanha e não mude mais nada nela
        name campaigns.landing_urls, or serve.landing_pointer where the answers of /serve tell the landing
          informe campaigns.landing_urls, ou serve.landing_pointer se as respostas de /serve trazem o destino
        the target URL in '{}' is damaged: one slash follows its scheme ({}, hop {})
          a URL de destino em '{}' está danificada: uma só barra segue o esquema ({}, salto {})
        mk_cid belongs to the tracker, not to the landing: '{}' is not encoded ({}, hop {})
          mk_cid pertence ao tracker, e não ao destino: '{}' não está codificado ({}, salto {})
        the inner link '{}' lost {}: it was decoded twice ({}, hop {})
          o link interno '{}' perdeu {}: foi decodificado duas vezes ({}, salto {})
        the target URL is damaged: '{}' ({}, hop {})
          a URL de destino está danificada: '{}' ({}, salto {})
        percent-encode a URL that stands in a parameter, once, and decode it once
          aplique percent-encoding uma vez à URL que está em um parâmetro, e decodifique-a uma vez
        links with a URL inside
          links com uma URL dentro
        a link of a click chain with a URL in a parameter would show it
          um link de uma cadeia de clique com uma URL em um parâmetro mostraria
        a SKAdNetwork postback
          um postback do SKAdNetwork
        an AdAttributionKit postback
          um postback do AdAttributionKit
        an AdServices attribution
          uma atribuição do AdServices
        a device fingerprint
          uma impressão digital do aparelho
        {} goes to {}
          {} segue para {}
        take it out of the SDK; if it is the app's own, name the host in hosts.expected
          retire do SDK; se for do próprio app, inclua o host em hosts.expected
        a browser and a generic reader go to different places
          um navegador e um leitor genérico vão a lugares diferentes
        mk_cid has a plus sign, which a form's reader takes for a space
          mk_cid tem um sinal de mais, que um leitor de formulário toma por espaço
        ambiguous link at {}, hop {}: {}
          link ambíguo em {}, salto {}: {}
        write an absolute URL with plain slashes, and percent-encode what is not plain
          escreva uma URL absoluta com barras comuns, e aplique percent-encoding ao que não é comum
        the link of hop {} at {} has unescaped bytes
          o link do salto {} em {} tem bytes sem escape
        percent-encode the URL before it is sent
          aplique percent-encoding à URL antes de enviá-la
        the click endpoint redirects anywhere: it goes to the URL in '{}'
          o endpoint de clique redireciona a qualquer lugar: vai à URL em '{}'
        look the destination up by the ad, or sign the link
          busque o destino pelo anúncio, ou assine o link
        redirects of /click
          redirecionamentos de /click
        #{}: the fragment of #{}'s link passes on to the next address
          #{}: o fragmento do link de #{} passa para o próximo endereço
        #{}: the browser removed {}; custom names pass for now
          #{}: o navegador removeu {}; nomes próprios passam por enquanto
        #{}: the client removed {}, as privacy tools do
          #{}: o cliente removeu {}, como fazem ferramentas de privacidade
        #{}: the ID in the content was disclosed to {}
          #{}: o ID no conteúdo foi revelado a {}
        #{}: {} kept mk_cid, dropped {}
          #{}: {} manteve mk_cid e perdeu {}
        #{}: the destination stands in '{}', and is a campaign's
          #{}: o destino está em '{}' e é de uma campanha
        #{}: the destination stands in '{}', under a signature
          #{}: o destino está em '{}', sob uma assinatura
        link opened in the browser; the app, if it is there, did not get mk_cid ({} offers universal links)
          o link abriu no navegador; o app, se existe, não recebeu mk_cid ({} oferece universal links)
        destinations
          destinos
        {}: inside the site, between {} and {}
          {}: dentro do site, entre {} e {}
        {} (fragment cut at {})
          {} (fragmento cortado em {})
        with {}
          com {}
        no mk_cid
          sem mk_cid
        /click is opened {} and {}
          /click é aberto {} e {}
        """#
}

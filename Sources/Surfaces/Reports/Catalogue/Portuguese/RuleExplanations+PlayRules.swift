extension RuleExplanations {
    /// The other events, breaks and clicks.
    static let playRules = #"""
        MK-130
          Entre os pixels que um documento informa, complete e skip se excluem, e depois de qualquer um dos
          dois não vem quartil, mute, unmute, pause nem resume. Um quartil depois de complete é assunto da
          MK-128.
            Um anúncio que terminou acabou; um evento depois disso conta o que ninguém viu.
        MK-131
          Nenhum skip, close ou closeLinear é informado de um anúncio cujo token é outstream, por
          formats.tokens ou pela marca token_format.
            Um vídeo outstream não tem botão para nenhum deles; o evento é inventado.
        MK-132
          De um anúncio cujo token é outstream, por formats.tokens ou pela marca token_format, o primeiro
          entre unmute e mute depois do start é unmute, e os dois se alternam; o que vem antes do start é
          assunto da MK-137. Um evento informado a várias partes conta uma única vez.
            Um vídeo no meio de um artigo não pode falar sem que peçam.
        MK-133
          fully_viewable_audible_half_duration_impression de um anúncio em vídeo vem uma única vez. Vem à
          metade da duração do próprio arquivo de mídia depois de start, pelo relógio do app (marca
          clock_scale), ou mais tarde; quando a duração ou o relógio não mostram isso, depois de midpoint, e
          não de um anúncio pulado sem ele. Um anúncio outstream (formats.tokens, marca token_format) teve o
          som ligado antes.
            Isso é vendido como metade de um vídeo vista e ouvida; é preciso metade de um vídeo.
        MK-134
          Um beacon que pertence a uma resposta de /serve tem in_app_mechanism com o valor sdk.
            É a prova de que o app, e não uma página web, informou o evento.
        MK-135
          Um beacon com o evento viewable, notViewable ou viewUndetermined tem viewable_mechanism com o
          valor native-sdk.
            Visibilidade medida e visibilidade presumida não devem ser misturadas.
        MK-136
          Quando o ClickThrough de um anúncio em vídeo é aberto, cada ClickTracking dos documentos dele é
          pedido; quando um ClickTracking é pedido, o ClickThrough é aberto. Julga-se quando cada documento
          da cadeia tem um único anúncio, e para hosts que a gravação mostra: o de um tracker por qualquer
          requisição, o de um ClickThrough por uma de navegador.
            Um clique de que só um lado fica sabendo é uma diferença entre duas faturas.
        MK-137
          De um anúncio em vídeo, nenhum mute, unmute ou skip vem antes do pixel start nem depois de
          complete ou skip.
            Eles informam o que quem assiste fez; antes do início e depois do fim não há em que fazer isso.
        MK-138
          O membro com que os beacons citam o seu anúncio é aprendido dos que repetem um valor de uma
          resposta. Um beacon com esse membro cita um anúncio que foi respondido antes dele; um beacon de um
          evento de anúncio sem esse membro cita uma zona que foi. O que envia um processo cujo início não
          foi gravado não é julgado.
            Um evento de um anúncio que ninguém vendeu é um defeito ou uma fraude, e nos relatórios não está
            em campanha nenhuma.
        MK-139
          Um anúncio em vídeo de /vast cujo start nunca é informado não tem Impression nem quartil; um com
          erro fica de fora. Um interstitial que o app buscou e não exibiu, pela marca interstitial
          (preload, show), não tem beacon de impression.
            Apps buscam anúncios com antecedência e descartam muitos; nenhum desses foi visto.
        MK-140
          Um pixel da primeira parte que um documento VAST ou VMAP pediu tem in_app_mechanism com o valor
          sdk. pixels.in_app_mechanism diz quanto vale a falta dele ou outro valor.
            O mecanismo prova que o SDK disparou o pixel, e não uma página web que tem o mesmo documento.
        MK-150
          Um break falhou quando um endereço de erro dele é pedido, ou quando o pedido de anúncio ou um dos
          wrappers não traz um VAST com anúncio. Um break posterior da programação é pedido depois disso;
          quando não há nenhum, o filme continua. A regra é violada quando a marca content_end diz que o
          filme acabou, e um break no fim dele ou em uma parte dele era devido e não foi pedido. Se um break
          em certo horário era devido não se sabe.
            O objetivo do guia para o instream é que um anúncio com defeito não custe nem o filme nem os
            outros anúncios.
        MK-151
          A requisição ao AdTagURI de um break VMAP no host de um terceiro é a URL do VMAP, com as macros
          substituídas, sem nada da identidade do app acrescentado.
            É a primeira requisição do break, e aquela em que um carregador que trata todos os breaks do
            mesmo jeito anexa a identidade.
        MK-152
          São julgados os breaks cuja mídia não chegou ao fim. Um break anda com cada pixel, com cada parte
          da mídia, e pelo tempo que a parte recebida dura segundo Duration. Quando ficou parado por 15 s,
          somados 2 s e o que a gravação não distingue (0,1 s do tempo dela, no tempo do app), nada mais
          dele pode ser pedido. Depois de um clique ou de pause, quem assiste pode estar ausente; esse tempo
          não conta. A marca clock_scale é levada em conta; acima de 150 a gravação é imprecisa demais.
            Um anúncio congelado com o filme parado atrás dele é o pior que o instream pode fazer a quem
            assiste.
        MK-153
          Depois da resposta a um endereço Error de um anúncio em um break, nenhum pixel do mesmo anúncio
          vem em seguida, a não ser outros erros; o breakEnd da própria programação é livre. Julga-se quando
          cada documento da cadeia tem um único anúncio: em um pod, o próximo anúncio pode ser exibido.
          Erros de companions e de anúncios nonlinear (500 a 699) deixam o vídeo rodando.
            Um pixel de um anúncio que foi abandonado conta o que ninguém viu.
        MK-154
          Depois que um break com timeOffset end começou, por um pixel ou pela mídia, a mesma reprodução do
          filme não pede nenhuma parte que não tenha buscado antes. Um documento pedido antes do seu break é
          uma observação. Com a marca content_end antes do break não há dúvida.
            Um post-roll por posição corta o fim do filme e exibe o anúncio onde nenhum mid-roll foi
            vendido.
        MK-155
          Entre o primeiro pixel do anúncio de um break linear e o fim dele, o filme não pede uma parte após
          a outra no ritmo da reprodução: três partes não buscadas antes, cada uma no mínimo 2 s depois de a
          anterior ter chegado. O que um player em pausa ainda busca de uma vez é buffer, e uma observação.
          A marca clock_scale é levada em conta; acima de 20, partes durante um break não dizem nada.
            Um filme que roda por baixo do anúncio é uma cena que quem assiste perde.
        MK-170
          A resposta a /click tem status 302 e um Location que contém mk_cid uma única vez, com um valor. Um
          ID que está lá, mas onde nenhum servidor o toma como parâmetro, é assunto da MK-171.
            Sem o ID nenhuma conversão pode ser ligada ao clique; outro status pode ficar em cache e dar um
            mesmo ID a muitos cliques.
        MK-171
          Quando o Location de /click contém mk_cid, ele é um parâmetro próprio: não depois de #, não colado
          a outro parâmetro por um segundo ?, não como amp;mk_cid, não com outra caixa no nome.
            O servidor de destino só recebe o que está na query; todo o resto se perde sem deixar vestígio.
        MK-172
          O Location de /click sem mk_cid é a URL da campanha: os mesmos parâmetros, na mesma ordem e
          codificação, o mesmo fragmento. A URL da campanha é a que a resposta de /serve informa sob
          serve.landing_pointer, o ClickThrough do documento do anúncio quando não é o próprio /click, ou
          uma de campaigns.landing_urls. As macros dela podem ter sido substituídas.
            Um destino que foi decodificado, ordenado ou cortado leva a outro lugar, ou perde aquilo com que
            o anunciante mede.
        MK-173
          A partir de /click, cada requisição e cada link seguinte (um Location, ou uma página que segue
          sozinha) contém o mesmo mk_cid como parâmetro, até o último. O achado cita o salto e o host que o
          perdeu. Um link de outro esquema é assunto da MK-175.
            Redirecionadores descartam o que não conhecem; o clique é pago e a conversão nunca é achada.
        MK-174
          Não há duas respostas de /click com o mesmo mk_cid.
            Dois cliques com um ID são um clique em todo relatório, ou um redirecionamento que saiu de um
            cache.
        MK-175
          Quando um redirecionamento da cadeia do clique leva a um esquema que não é http nem https, o
          Location contém o mesmo mk_cid como parâmetro. O que o app faz com ele não gera tráfego e não é
          julgado.
            O app lê o ID no link e em nenhum outro lugar.
        MK-176
          Depois de um clique cujo mk_cid foi entregue nesta gravação (ao último endereço da cadeia, ou em
          uma marca deep_link), uma conversão leva esse mk_cid: não nenhum, não um anterior.
            A conversão é creditada ao clique cujo ID ela leva, ou a ninguém.
        MK-177
          Quando uma marca deep_link cita um link sem mk_cid depois que um foi entregue, uma conversão ainda
          leva o mk_cid guardado.
            As pessoas abrem apps por muitos links; um deles não pode desfazer uma atribuição.
        MK-178
          Depois que vários mk_cid diferentes foram entregues, uma conversão que leva um deles leva o último
          (mk_cid.policy: latest) ou o primeiro (first): o primeiro link que uma marca deep_link cita, ou,
          sem marcas assim, o primeiro clique.
            A conversão é creditada ao clique cujo ID ela leva.
        MK-179
          Uma conversão tem uma meta que não está vazia; o valor, quando enviado, é um número inteiro de
          centavos, não negativo; o número do pedido, quando enviado, não está vazio.
            Um valor com ponto é tomado pela centésima parte ou pelo cêntuplo de si mesmo.
        MK-180
          Uma conversão tem mk_cid. Quando um clique ou um link desta gravação podia tê-lo dado, falam a
          MK-176 e a MK-177; quando nenhum podia, conversion.without_mk_cid diz quanto vale.
            Uma conversão sem clique não é creditada a ninguém. Pode ser a compra de alguém que nunca viu o
            anúncio, ou uma instalação informada como meta.
        MK-181
          Não há duas requisições de conversão com a mesma meta e o mesmo número de pedido.
            Um pedido contado duas vezes é pago duas vezes.
        MK-182
          Um ID de clique dado pelo servidor de anúncios não aparece em nenhuma requisição a um host que não
          esteja no caminho do clique nem seja da primeira parte.
            Ele liga o clique de uma pessoa a uma conversão posterior; um terceiro que tem os dois sabe o
            que a pessoa comprou.
        MK-183
          Nenhuma requisição vai a um endereço de postback de SKAdNetwork ou AdAttributionKit, ao AdServices
          da Apple, ou a um coletor conhecido de fingerprints de aparelhos. Um coletor citado em
          hosts.expected é assunto do próprio app. Serviços com que apps atribuem as suas instalações são
          uma observação: não se vê a quem eles servem.
            O guia diz aos publishers que nenhum meio desses é usado; as declarações de privacidade deles se
            apoiam nisso.
        MK-184
          Uma requisição a /click tem o método GET, o esquema https e um User-Agent do Safari: Mozilla/5.0
          com AppleWebKit/, Version/ e Safari/. Uma web view não tem Version/ nem Safari/; uma requisição do
          próprio SDK começa com o nome do app.
            Um clique que é buscado sem navegador não mostra nada à pessoa e conta uma visita que nunca
            houve.
        MK-185
          Nenhum Location e nenhuma página da cadeia do clique leva a uma URL com espaços, caracteres de
          controle ou bytes fora do ASCII.
            Um cliente codifica um byte desses, outro corta a URL ali, um terceiro a recusa: mk_cid pode ir
            junto.
        MK-186
          Cada link da cadeia do clique é lido duas vezes, como os navegadores fazem (WHATWG URL) e pela
          sintaxe genérica (RFC 3986). As duas leituras levam ao mesmo lugar e acham nele o mesmo mk_cid.
            Com uma barra invertida, uma barra perdida ou um sinal de mais, um cliente chega e outro não.
        MK-187
          Quando um link da cadeia do clique leva outra URL em um parâmetro, essa URL tem as duas barras
          depois do esquema; está codificada, para que o que vem depois dela não seja tomado por parte dela;
          e um salto depois ainda tem os parâmetros que tinha.
            Trackers empacotam o destino na URL deles. Codificado de menos ou decodificado demais, os
            parâmetros dele viram os do tracker, mk_cid entre eles.
        MK-188
          Um redirecionamento de /click com mk_cid não é um 301 nem um 308, que os caches guardam salvo
          instrução em contrário, nem tem max-age, s-maxage ou Expires que deixem um cache guardá-lo.
          no-store e no-cache encerram a questão.
            O próximo clique é respondido pelo cache: dois cliques dividem um ID, e o servidor só vê um.
        MK-189
          Nenhum endereço entre /click e o destino responde com uma página que segue sozinha: um refresh, ou
          um script que define location ou abre uma janela.
            Os sistemas abrem um universal link no app depois de um redirecionamento de um toque; depois do
            script de uma página ficam no navegador, e o app nunca recebe mk_cid.
        MK-190
          Quando um clique chegou com mk_cid, outra página do mesmo host foi aberta dali sem ele, e veio em
          seguida uma conversão sem esse mk_cid, o ID se perdeu dentro do site. Um site pode guardar o ID
          fora das suas URLs: sem uma conversão assim há somente uma observação.
            O clique chegou e foi pago; o site o esqueceu entre duas das suas próprias páginas.
        MK-191
          Nenhum ClickTracking de um anúncio redireciona a um host no caminho do /click do mesmo anúncio: um
          tracker conta e responde sem nada para ver.
            Quando dois endereços levam ao destino, a visita pode vir pelo que não tem mk_cid.
        MK-192
          O destino de /click não está como parâmetro no link que o pediu. São permitidos um host que
          campaigns.landing_urls cita e um link com assinatura.
            Um link do servidor de anúncios que leva a qualquer lugar é um presente para o phishing: tem um
            nome confiável e ainda recebe um mk_cid.
        MK-193
          Nenhum link da cadeia do clique tem mais de 8000 bytes, nenhum é recusado com 414 ou 431, e nenhum
          é cortado no caminho até a próxima requisição. Um link com mais de 2000 bytes é uma observação.
            mk_cid fica perto do fim: é o que uma URL cortada perde primeiro.
        MK-194
          O mesmo link de /click não é pedido uma segunda vez dentro de um segundo do tempo do app, com
          outro mk_cid como resposta.
            Um toque duplo ou um prefetch conta dois cliques, e o segundo ID vence o primeiro.
        MK-195
          Nenhum mk_cid é dado a uma requisição HEAD, a uma requisição que diz ser prefetch ou preview, ou a
          um cliente que se apresenta como previewer de links ou crawler.
            Um link que uma máquina olhou conta como clique, e o mk_cid dele não é de ninguém.
        MK-196
          O alvo de nenhuma requisição contém ${GDPR}, ${GDPR_CONSENT_nnn}, [GDPRCONSENT], ${US_PRIVACY},
          ${GPP_STRING_nnn} ou semelhantes, em claro ou em percent-encoding. Quem montou a URL deveria ter
          posto o sinal ali, ou deixado o parâmetro de fora.
            O outro lado lê uma string que não consegue ler, ou toma as palavras da macro por consentimento.
        MK-197
          Quando uma requisição a um terceiro leva gdpr_consent, ele é igual à IABTCF_TCString marcada, ou a
          uma gravada antes. Um terceiro pode ser informado do consentimento; não pode ser informado de
          outro.
            Cada parte julga pela própria cópia: uma cópia alterada a deixa fazer o que a pessoa não
            aceitou.
        MK-198
          us_privacy de qualquer requisição é 1 e três respostas, cada uma Y, N ou -. Que uma venda foi
          recusada (o terceiro caractere é Y) é uma observação; identidade em terceiros é uma violação com
          ou sem isso (MK-042).
            Quem não consegue ler a string não fica sabendo do opt-out.
        MK-199
          gpp de qualquer requisição pode ser lido: o cabeçalho é do tipo 3 e da versão 1 e cita tantas
          seções quantas vêm depois. A seção 2 é igual a gdpr_consent da mesma requisição, a seção 6 é igual
          a us_privacy, e gpp_sid só cita seções do cabeçalho.
            Dois sinais que diferem deixam cada leitor escolher o que prefere.
        MK-200
          Quando o app tem uma plataforma de consentimento (marca cmp=present), o primeiro /serve de uma
          execução vem depois da primeira marca de uma chave IABTCF. Um que vem antes é uma observação: saiu
          sem sinal, tivesse a pessoa escolhido o que fosse.
            Os primeiros anúncios de cada execução são então exibidos como se ninguém tivesse sido
            consultado.
        MK-201
          Enquanto o GDPR se aplica (gdpr=1, ou a marca da plataforma) e a string de consentimento em vigor
          falta, não pode ser lida ou não tem a finalidade 1, nenhuma requisição do app, a host nenhum, tem
          o campo Cookie, e nenhuma resposta a ela tem Set-Cookie. Um cookie que só é retirado (Max-Age=0)
          não grava nada. O que o navegador do app envia e recebe é uma observação: é a visita da própria
          pessoa.
            Gravar um cookie em um aparelho, e lê-lo, é aquilo para que a finalidade 1 pede consentimento.
        MK-202
          Quando um documento informa uma URL com ${GDPR_CONSENT_nnn} e o GDPR se aplica, a requisição só tem
          uma string de consentimento no lugar da macro se o fornecedor nnn está na lista de fornecedores e
          tem base legal por essa string: consentimento para o fornecedor e para uma finalidade que ele
          declara, ou legítimo interesse para ambos, como as restrições do publisher o deixam, ou uma
          finalidade especial que foi informada. Um parâmetro vazio ou de fora está certo; de uma macro que
          ficou fala a MK-196. Uma lista de versão diferente da que a string usa só condena onde nenhuma
          declaração ajudaria.
            Quem dispara a URL tem em mãos a prova de que esse fornecedor nada pode fazer, e lhe fala da
            pessoa.
        """#
}

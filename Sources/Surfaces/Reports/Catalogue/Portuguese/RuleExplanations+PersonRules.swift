extension RuleExplanations {
    /// Opt-out, refusals, children, location, consent and the first events.
    static let personRules = #"""
        MK-060
          Enquanto o tracking está marcado como desligado, nenhuma requisição à primeira parte tem
          visitor_id: nem um valor, nem vazio, nem null, nem zeros. Anúncios carregados antes (MK-064),
          execuções posteriores (MK-062) e um app que está desligado desde o início (MK-061) têm regras
          próprias.
            A pessoa recusou; um identificador que ainda é enviado é rastreamento contra a recusa.
        MK-061
          Quando o tracking está marcado como desligado antes da primeira requisição, nenhuma requisição
          desse processo à primeira parte tem visitor_id.
            O UUID não pode nem ser gerado; uma requisição que o tem prova que foi.
        MK-062
          Depois que o tracking foi desligado, os processos que começam mais tarde não enviam visitor_id até
          que o tracking seja ligado.
            Uma recusa que dura até a próxima abertura do app não é recusa.
        MK-063
          Depois que o tracking foi desligado e ligado de novo, nenhuma requisição à primeira parte tem um
          visitor_id enviado antes do desligamento; nem os beacons atrasados.
            O ID antigo ligaria o novo consentimento a tudo o que foi recusado.
        MK-064
          Um beacon, pixel ou clique de um anúncio carregado com o tracking ligado não leva visitor_id
          quando é enviado depois que o tracking foi desligado.
            O ID deve ser lido no momento em que a requisição é feita, e não quando o anúncio foi carregado.
        MK-065
          Enquanto o tracking está marcado como desligado, nenhuma requisição à primeira parte tem latitude
          ou longitude.
            Uma coordenada com um horário vale tanto quanto um identificador.
        MK-066
          Quando um anúncio pedido com o tracking desligado é exibido (o criativo ou a mídia é buscada, ou
          há um clique), uma impression é informada. Um app que não pede anúncios não mostra nada disso.
            Um anúncio que é exibido e não é contado não é pago: quem recusa custaria dinheiro ao publisher.
        MK-067
          Enquanto o tracking está marcado como desligado, as requisições à primeira parte não têm
          session_id nem mk_cid. Só de visitor_id se sabe que é proibido; off.forbid_session_id e
          off.forbid_mk_cid dizem quanto valem os outros dois.
            Um session_id liga entre si as requisições de uma execução; um mk_cid liga um clique a uma
            compra.
        MK-070
          Beacons e pixels de um anúncio cuja resposta de /serve diz tracking: false não têm visitor_id, nem
          mesmo vazio.
            A zona precisa de um consentimento que não veio; a resposta diz isso, e o SDK deve obedecer
            imediatamente.
        MK-071
          O /click de um anúncio cuja resposta de /serve diz tracking: false não tem visitor_id.
            A zona precisa de um consentimento que não veio; a resposta diz isso, e o SDK deve obedecer
            imediatamente.
        MK-072
          Depois de uma resposta de /serve com tracking: false, uma requisição a /serve da mesma zona não
          tem visitor_id até que uma resposta dessa zona não recuse (ou, se configurado assim, por uma
          requisição).
            A recusa é da zona, e não de um anúncio.
        MK-073
          Enquanto a recusa de uma zona está em vigor, as requisições a /serve de zonas que nunca recusaram
          continuam com visitor_id, se o app já enviou um. zone_block.other_zones diz quanto vale a falta
          dele; o guia não a proíbe.
            Uma recusa que se espalha por todas as zonas perde a contagem de pessoas a quem ninguém
            perguntou.
        MK-074
          A recusa de uma zona termina com uma resposta dela que não recusa (zone_block.scope:
          until_answer), ou depois da próxima requisição dela (one_request). Uma requisição a /serve da zona
          depois disso volta a ter visitor_id. zone_block.after_end diz quanto vale a falta dele.
            Uma recusa que nunca é esquecida torna inútil o consentimento dado mais tarde.
        MK-075
          Um beacon, pixel ou clique de um anúncio cuja resposta de /serve diz tracking: false não tem
          latitude nem longitude.
            A zona precisa de um consentimento que não veio; a localização precisa dele tanto quanto o ID.
        MK-076
          Quando uma resposta de /serve tem o membro tracking, o valor é true ou false: não um texto, um
          número ou null.
            Um SDK que testa se é false toma "false" por consentimento.
        MK-077
          Uma resposta tracking: false segue uma requisição sem gdpr_consent, com um que não consente com a
          finalidade 1, ou de um app voltado a crianças.
            Uma recusa apesar do consentimento perde o ID de todos que o permitiram; a zona pode estar
            configurada errado.
        MK-078
          Quando vast.tracking_signal cita uma Extension do VAST pelo tipo, e uma resposta VAST ou VMAP da
          primeira parte tem uma Extension dessas com o texto false, os pixels, beacons e cliques dos
          anúncios dela não têm visitor_id.
            Uma zona que recusa no display recusa no vídeo; um sinal que ninguém lê não é sinal.
        MK-080
          Quando o app está marcado como voltado a crianças, toda requisição do SDK à primeira parte tem
          child_directed=1: pixels, clique e conversão também. Sem a marca, um processo que diz isso só em
          algumas requisições é assunto da MK-084.
            O servidor só aplica a mesma proteção às requisições que dizem isso.
        MK-081
          Quando uma requisição à primeira parte tem child_directed, ela o tem uma única vez e o valor é 1.
          Um app marcado como voltado a crianças cujas requisições não dizem 1 é assunto da MK-080.
            Um servidor que procura 1 não vê true.
        MK-082
          Quando o app é voltado a crianças (uma marca, ou child_directed=1 no mesmo processo), nenhuma
          requisição à primeira parte tem visitor_id, nem mesmo vazio, nem depois que o tracking é ligado.
            Um identificador persistente de uma criança precisa do consentimento dos pais; o SDK promete não
            ter um.
        MK-083
          Quando o app é voltado a crianças (uma marca, ou child_directed=1 no mesmo processo), nenhuma
          requisição à primeira parte tem latitude ou longitude.
            A localização de crianças é o que a lei mais protege.
        MK-084
          As requisições de um processo à primeira parte dizem todas child_directed=1, ou nenhuma diz.
          Quando uma marca informa o que o app é, a MK-080 julga cada requisição.
            Uma mistura mostra uma requisição que passou por fora do lugar onde a indicação é acrescentada.
        MK-085
          Quando um anúncio de um app voltado a crianças é exibido (o criativo ou a mídia é buscada, ou há
          um clique), uma impression é informada. Um app que não pede anúncios não mostra nada disso.
            A indicação tira o identificador e a localização, e não o anúncio e a sua contagem.
        MK-086
          Cita os hosts de terceiros que recebem child_directed. É uma observação e nunca um achado: alguns
          mercados pedem essa indicação.
            A indicação diz quem a pessoa provavelmente é; convém saber quem a recebe.
        MK-090
          A não ser que a marca collect_location=1 venha antes, nenhuma requisição à primeira parte tem
          latitude ou longitude.
            A localização é uma escolha do publisher, feita conscientemente; um padrão que a envia tira essa
            escolha.
        MK-091
          Latitude e longitude nas requisições à primeira parte têm no máximo duas casas decimais. Um valor
          que só difere de um número assim pelo ruído da aritmética binária (-23.550000000000001) é
          classificado como P3.
            Duas casas são um bairro; quatro são uma casa.
        MK-092
          Quando accuracy é enviada, ela é um número de metros, 1000 ou mais.
            Uma precisão fina diz que o ponto arredondado é onde a pessoa realmente está.
        MK-093
          Requisições a /serve, /vast, /vmap, /click e conversões não têm latitude nem longitude. Com o
          tracking desligado, em uma zona que recusou e em um app voltado a crianças, outras regras tratam
          da localização.
            A localização serve para achar tráfego inválido entre os eventos contados; nenhuma outra
            requisição precisa dela.
        MK-094
          Um beacon com latitude ou longitude tem visitor_id com um valor. Com o tracking desligado
          (MK-065), em uma zona que recusou (MK-075) e em um app voltado a crianças (MK-083), a localização
          é errada em si.
            Um beacon rastreado é aquele cuja pessoa não recusou; sem o ID nada mostra isso.
        MK-095
          A latitude e a longitude que o tráfego da primeira parte mostra não aparecem juntas em uma
          requisição a um terceiro, sob nome nenhum, [LATLONG] inclusive: como números com os seus sinais,
          em qualquer ordem, sob codificações, em milionésimos de grau, e arredondadas ou cortadas, até
          décimos quando uma palavra de lugar vem antes delas. Graus inteiros e um número só não contam.
            A localização é coletada para uma finalidade, informada à pessoa; qualquer outro destinatário
            quebra essa informação.
        MK-096
          A latitude fica dentro de 90 graus, a longitude dentro de 180, as duas não são zero ao mesmo
          tempo, e latitude, longitude e accuracy vêm juntas.
            Uma localização pela metade ou impossível não pode ser comparada com nada, e esconde que falta.
        MK-097
          Nenhuma requisição contém dois números de três ou mais casas decimais a menos de 0,02 grau de uma
          latitude e de uma longitude do app, fora dos campos de latitude e longitude (MK-091).
            Um campo arredondado ao lado de um valor exato não arredonda nada.
        MK-098
          Um pixel da primeira parte que um documento pediu não tem latitude nem longitude.
          location.allow_pixels diz quanto vale um que tem. Com o tracking desligado, em uma zona que
          recusou e em um app voltado a crianças, outras regras tratam da localização.
            A URL de um pixel é gravada em mais logs do que o corpo de um beacon.
        MK-099
          Quando o GDPR se aplica pelas marcas e a string de consentimento guardada não aceita o recurso
          especial 1, uma requisição à primeira parte com localização é uma observação. O SDK arredonda o
          que envia (MK-091), e o guia não condiciona a localização ao consentimento.
            Alguém deve ter decidido que uma localização arredondada não é uma localização precisa.
        MK-110
          Quando as marcas dizem que há uma plataforma de consentimento e quais chaves ela gravou, cada
          requisição a /serve tem gdpr e gdpr_consent para as chaves gravadas.
            Sem o sinal, o servidor tem de tratar uma pessoa que consentiu como uma que não consentiu.
        MK-111
          Quando há a marca cmp=absent, /serve não tem gdpr nem gdpr_consent.
            Um sinal inventado é uma declaração falsa sobre o consentimento de uma pessoa.
        MK-112
          Quando uma requisição à primeira parte tem gdpr, o valor é 0 ou 1: os valores que
          IABTCF_gdprApplies pode ter (IAB TCF v2, armazenamento no app). Sem valor definido, o parâmetro
          não aparece.
            Um servidor que procura 1 toma true ou um valor vazio por ausência de GDPR.
        MK-113
          gdpr_consent de uma requisição a /serve aparece uma única vez e é igual à IABTCF_TCString marcada;
          sem marca, pelo menos começa com C, como toda TC string da versão 2. Uma string gravada antes é
          assunto da MK-114.
            Uma string de consentimento que perdeu um caractere não vale nada.
        MK-114
          Depois que uma marca substituiu IABTCF_TCString, nenhuma requisição a /serve leva uma string
          gravada antes.
            Um consentimento retirado que ainda é enviado é um consentimento falso.
        MK-115
          Os endpoints em consent.endpoints além de serve (MK-110) levam gdpr e gdpr_consent para as chaves
          gravadas. Em outros endpoints o consentimento é uma observação; em pixels da primeira parte,
          pixels.consent diz quanto vale.
            Uma string de consentimento em cada requisição é longa, e algum servidor pode estar lendo a
            string ali: quem muda isso precisa saber.
        MK-116
          Uma requisição a /serve que diz gdpr=1 e não traz gdpr_consent, ou traz um ilegível, pode ter
          visitor_id na primeira vez; desde que a última resposta da zona recusou, nenhuma requisição assim
          o tem, diga zone_block.scope o que disser.
            A lei se aplica, não há consentimento, e a zona já disse isso: não resta nada a descobrir.
        MK-117
          Uma requisição a /serve que tem gdpr_consent tem também gdpr. Enquanto a plataforma não decidiu se
          o GDPR se aplica (IABTCF_gdprApplies não está gravada), nenhum dos dois é enviado. gdpr=1 sozinho
          é possível: a lei se aplica e nenhum consentimento foi dado (MK-116).
            Um servidor que procura primeiro gdpr=1 toma uma string sozinha por uma que não conta.
        MK-118
          gdpr_consent de uma requisição a /serve é uma TC string da versão 2 sem erro de estrutura: o
          alfabeto, o comprimento, os intervalos. Erros de política (sem validade desde certa data, sem
          divulgação) e de data são observações: são da plataforma, e a string é repassada como é. fita
          consent mostra os três.
            Quem não consegue ler a string tem de tomá-la por falta de consentimento, e tudo o que vem
            depois se apoia nela.
        MK-119
          Uma requisição a /serve que diz gdpr=1, e cuja string de consentimento falta, é ilegível ou não
          tem a finalidade 1, não é respondida com tracking: true. Uma resposta que não diz nada de tracking
          é uma observação: cabe ao servidor saber quais zonas exigem consentimento.
            O SDK acredita no servidor: essa resposta o faz enviar o ID de uma pessoa que não concordou.
        MK-120
          O evento de um beacon é um dos que o guia cita (request, impression, viewable, click, os quartis,
          ...). Uma instalação não é um deles.
            Um evento que o servidor não conhece se perde, ou é contado como outra coisa.
        MK-121
          Um beacon com o evento impression é ligado a uma única resposta de /serve que contém um anúncio, e
          não há um segundo.
            Cada impressão é dinheiro; duas para um anúncio são um erro ou uma fraude.
        MK-122
          Os pixels de Impression de um anúncio em vídeo são disparados depois que o player pediu o arquivo
          de mídia. Um anúncio que é contado e nunca chega a ser exibido é assunto da MK-139.
            Uma impressão é dinheiro; um vídeo que só foi carregado pode nunca ser exibido.
        MK-123
          Nenhum beacon com o evento request cita um token pelo qual /vast ou /vmap foi pedido, nem um
          anúncio que veio.
            O servidor já contou a requisição; um beacon a conta duas vezes.
        MK-124
          De uma resposta de /serve, no máximo um dos três eventos é informado, e uma única vez.
            Os três são uma só resposta a uma só pergunta.
        MK-125
          Entre a impression e o beacon viewable de um anúncio passa pelo menos um segundo, menos 250 ms de
          amostragem; time_to_viewable_ms, quando enviado, é no mínimo 1000. A marca clock_scale é levada em
          conta.
            Um anúncio não pode ter sido visto por um segundo antes que um segundo tenha passado.
        MK-126
          Entre o pixel start e o beacon viewable de um anúncio em vídeo passam pelo menos dois segundos,
          menos 250 ms de amostragem, pelo relógio do app (marca clock_scale); time_to_viewable_ms, quando
          enviado, é no mínimo 2000. Um relógio tão rápido que dois segundos duraram menos de 20 ms deixa
          somente o tempo declarado.
            Um vídeo não pode ter sido visto por dois segundos antes que dois segundos tenham passado.
        MK-127
          Nenhum beacon viewable, notViewable ou viewUndetermined de um anúncio de display vem meia hora ou
          mais depois da sua impression, pelo relógio do app (marca clock_scale). O silêncio se vê quando o
          mesmo processo do app ainda envia algo depois disso.
            Depois de meia hora a medição acabou; o que é informado então não foi medido.
        MK-128
          Entre os pixels que um documento informa, start vem antes de firstQuartile, midpoint,
          thirdQuartile e complete, nesta ordem, e nenhum é disparado duas vezes.
            Os quartis são quanto de um vídeo foi assistido; fora de ordem não dizem nada.
        MK-129
          firstQuartile, midpoint, thirdQuartile e complete vêm a um quarto, à metade, a três quartos e ao
          fim da duração do próprio arquivo de mídia depois de start, pelo relógio do app (marca
          clock_scale), e não de <Duration>. Um quartil que vem mais tarde que os dois não é julgado: quem
          assiste pode ter pausado. Depois de um clique, e em um relógio acelerado, em que o tempo da
          própria máquina atrasa tudo, só um que vem cedo demais viola a regra.
            Quartis de uma duração errada informam como assistidos vídeos que não foram, ou o contrário.
        """#
}

extension RuleExplanations {
    /// Endpoints, identity and the boundary.
    static let requestRules = #"""
        MK-001
          Uma requisição do SDK à primeira parte pede /serve, /vast, /vmap, /click, um caminho de beacons ou
          de conversões (um POST de JSON com um evento, uma requisição com uma meta, ou um caminho
          configurado), uma URL que um documento da gravação informou, ou um caminho de paths.known. Sem
          paths.known, os outros caminhos são listados, para confirmação.
            Uma requisição que ninguém conhece é uma requisição que ninguém julgou: nenhuma regra olha para
            ela.
        MK-002
          Nenhuma requisição a /vast ou /vmap informa, como token ou como zona, uma zona que na mesma
          gravação é pedida em /serve ou que formats.zones chama de banner ou interstitial.
            A resposta não pode ser exibida ali, e um fill de /vast é contado como requisição de uma zona de
            vídeo.
        MK-003
          Toda requisição a /vast/{token} usa o método GET.
            O servidor conta um fill de GET /vast/{token}; caches e proxies tratam outro método de outra
            forma.
        MK-004
          Depois que /vmap/{token} respondeu uma programação com breaks, o mesmo token não é pedido de novo
          antes que uma URL da programação tenha sido pedida ou que um filme tenha continuado. Uma segunda
          busca depois de um VAST avulso é assunto da MK-005.
            Cada requisição a /vmap é contada pelo servidor; uma segunda para o mesmo filme conta um público
            que não existe.
        MK-005
          Quando /vmap/{token} responde um único VAST, o SDK o exibe como pre-roll: não pede /vmap nem /vast
          de novo com esse token antes que o anúncio tenha disparado um pixel ou buscado a sua mídia.
            A segunda busca conta uma segunda requisição e pode trazer um anúncio diferente do que foi
            vendido.
        MK-006
          O caminho de uma requisição a /vast ou /vmap continua depois da última barra.
            Uma URL sem token pede a zona de ninguém; o SDK não deveria tê-la montado.
        MK-007
          Nenhum beacon nativo cita um token que formats.tokens chama de own_player, nem um anúncio que veio
          para ele. O evento request, que não é medição, é assunto da MK-123.
            O outro player também mede: o que ambos informam é contado duas vezes.
        MK-008
          Uma requisição a /serve para uma zona que formats.zones chama de interstitial não leva URL de
          conteúdo. Uma zona sem formato só é julgada quando nenhuma requisição a /serve leva essa URL.
            A tela por baixo de um interstitial não é o que a pessoa está vendo: o anúncio é classificado
            errado.
        MK-009
          Em uma gravação com requisições a /serve, nenhuma requisição vai a /lookup de itunes.apple.com.
            A consulta é do servidor; feita pelo aparelho, ela conta a um terceiro qual app pede anúncios, e
            atrasa o anúncio.
        MK-010
          Nenhum HTML de uma resposta de /serve contém uma macro de clique: um nome em maiúsculas com CLICK,
          como ${NOME}, [NOME] ou {NOME}, ou qualquer nome com click, como %%NOME%%. Quando a resposta
          informa o tipo do criativo (serve.kind_pointer) e o tipo não é ext_tag, o HTML é dela mesma.
            O SDK injeta o HTML como ele veio: uma macro que sobra vira um link para lugar nenhum, e o
            clique se perde.
        MK-011
          Uma requisição a um host de hosts.distribution (cdx.metrike.com.br) não leva nenhum campo de
          identidade com um valor conhecido do tráfego da primeira parte. O host tem o domínio do servidor
          de anúncios e mesmo assim é um terceiro, a não ser que first_party.extra_hosts o cite.
            Arquivos ficam em redes de distribuição, cujos logs são de outras pessoas.
        MK-012
          Depois da impression de um anúncio e de algo que a seguiu, como viewable, um clique ou o criativo,
          nenhuma segunda impression cita o anúncio: quem exibe de novo pede /serve de novo. Duas
          impressions seguidas são assunto somente da MK-121.
            Uma segunda exibição da mesma resposta é uma impressão que o servidor não vendeu.
        MK-013
          Quando policy.test_zones cita zonas, nenhuma requisição à primeira parte cita outra. Sem essa
          chave nada é julgado: a gravação de um app tem zonas reais.
            Um teste que pede anúncios de uma zona real conta requisições e impressões que alguém paga.
        MK-014
          Uma requisição à primeira parte usa o esquema https. A chave first_party.plain_http diz quanto
          vale uma que não usa.
            Identidade enviada em texto claro é lida por todos no caminho; em um aparelho, o App Transport
            Security recusa uma requisição assim.
        MK-020
          app_bundle, app_name, app_version e sdk_version estão em toda requisição do SDK ao seu servidor:
          serve, vast, vmap, beacons, clique, conversão, na query ou no corpo. Pixels de VAST e VMAP são
          assunto da MK-041; o que um redirecionamento, um player ou uma web view busca não é requisição do
          próprio SDK, nem talvez o que pede um caminho que a MK-001 não conhece e não traz nenhum dos
          campos do SDK.
            Os campos são a prova de que um anúncio rodou neste app por meio deste SDK; sem eles a
            requisição conta como tráfego web de ninguém.
        MK-021
          Cada campo app_bundle, app_name, app_version e sdk_version que uma requisição leva tem um valor, e
          as requisições de um mesmo session_id concordam entre si.
            Um valor vazio ou que muda divide um app em vários em todos os relatórios.
        MK-022
          Quando uma requisição à primeira parte leva app_bundle, o valor tem duas ou mais partes de letras,
          dígitos e hífens, ligadas por pontos. Um valor codificado duas vezes é assunto da MK-028; um
          vazio, da MK-020.
            app_bundle é o campo em que o servidor confia para reconhecer o app; um nome de exibição não
            acha app em loja nenhuma.
        MK-023
          sdk_version é metrike-ios, uma barra e três números; pode haver um sufixo depois de - ou +. Um
          valor vazio é assunto da MK-021.
            O servidor o toma como prova do ambiente do SDK; outra forma não prova nada.
        MK-024
          Quando uma requisição à primeira parte leva device_type, o valor é phone ou tablet.
            Outra palavra fica fora de todo relatório por tipo de aparelho.
        MK-025
          visitor_id tem a forma de um UUID e não é todo zeros; é o mesmo em todos os processos de uma
          instalação até o tracking ser desligado, nesta gravação e nas que são julgadas com ela. Com o
          tracking desligado, em uma zona que recusou e em um app voltado a crianças, outras regras o
          julgam.
            Limites de frequência e contagens de únicos dependem dele.
        MK-026
          session_id tem a forma de um UUID, não é o visitor_id, e um processo que uma marca launch inicia
          não usa o de um processo anterior, nem o de outro app.
            Uma sessão que sobrevive ao seu processo é um segundo visitor_id, que nenhum opt-out apaga.
        MK-027
          Nenhuma requisição do SDK tem um campo de identidade duas vezes na query ou duas vezes no
          conteúdo, e quando os dois o têm, eles concordam. Um pixel que já tinha o campo antes de o SDK
          anexar o seu é assunto da MK-050.
            De dois valores, cada leitor pega um: o servidor conta um app, o relatório conta outro.
        MK-028
          app_bundle, app_name e app_version não têm nenhum escape percent depois de uma decodificação.
          sdk_version escrito assim é assunto da MK-023.
            Um nome codificado duas vezes é outro nome para o servidor.
        MK-029
          Nenhuma requisição à primeira parte leva um parâmetro com que sistemas de anúncios transportam o
          identificador de publicidade (idfa, ifa, rdid, ...), nem o UUID todo zeros sob um nome que não
          seja visitor_id ou session_id; tampouco o leva uma requisição a um terceiro que um documento
          pediu, a não ser que o documento já o tivesse. [IFA] preenchida é assunto da MK-049.
            O SDK promete que o pedido de permissão de rastreamento nunca aparece por causa dele; isso só
            vale sem IDFA.
        MK-030
          Nenhuma requisição do SDK ao seu servidor tem o campo Cookie, seja o que for que o servidor tenha
          gravado antes. Uma página de clique no navegador do app pode ter os cookies do próprio navegador;
          isso é uma observação.
            Um cookie é um identificador que nenhum opt-out do app alcança.
        MK-031
          Nenhum beacon tem o User-Agent de um navegador, nem um dos campos Origin, Referer e Sec-Fetch-*.
            Um criativo em uma web view não tem como saber o que está à vista; os beacons dele contam o que
            o anúncio alega, e não o que o SDK mediu.
        MK-032
          Cita os hosts de terceiros cujas requisições têm o User-Agent que o sistema monta sozinho, App/1
          CFNetwork/... Darwin/.... É uma observação e nunca um achado.
            O nome e a versão do app chegam a todo host que o SDK procura, e nenhuma regra proíbe isso.
        MK-033
          Quando expect.{endpoint}.{field} é must, uma requisição dessas tem o campo; quando é never, não
          tem. Um visitor_id obrigatório pode faltar com o tracking desligado, em um app voltado a crianças
          e onde a zona recusou.
            Um campo que um endpoint esquece é descoberto meses depois, em um relatório que não fecha.
        MK-034
          Quando identity.transport é query, nenhum campo de identidade está em um corpo; quando é body,
          nenhum está na query de uma requisição que tem corpo. Por padrão qualquer parte serve, e as
          observações dizem onde a identidade foi encontrada.
            Queries acabam em logs e caches; um servidor que lê uma parte não vê a outra.
        MK-035
          Nenhuma requisição à primeira parte tem, na query, nos cookies ou no corpo, um parâmetro citado em
          policy.extra_forbidden_params; maiúsculas e minúsculas não importam.
            O que o SDK promete não coletar não pode sair do aparelho por nenhum endpoint.
        MK-036
          Nenhum visitor_id que um app enviou antes de ser instalado de novo é enviado por ele depois.
            Quem remove um app encerra o que ele sabe da pessoa; um ID que sobrevive no keychain continua
            sabendo.
        MK-037
          Nenhum visitor_id é enviado sob dois valores de app_bundle.
            Compartilhado entre apps, ele é um ID do aparelho: o que um app aprende de uma pessoa, o outro
            pode usar.
        MK-040
          Primeira parte quer dizer que o host da requisição é igual ao host do baseUrl, sem contar
          maiúsculas e ponto final. Um subdomínio, um domínio irmão, um domínio pai ou um nome mais longo
          que contém o host do baseUrl é um terceiro.
            Uma comparação por sufixo ou por trecho entrega a identidade a quem registrar um nome que
            encaixe.
        MK-041
          Um pixel cuja URL um documento informa (Impression, Tracking, ClickTracking, Error) e cujo host é
          o do baseUrl leva app_bundle, app_name, app_version e sdk_version quando é disparado. Outras
          requisições à primeira parte são assunto da MK-020.
            Esses pixels são GETs simples: sem os quatro campos o servidor não sabe qual app exibiu o
            anúncio, e a contagem é anônima.
        MK-042
          Uma requisição a qualquer host que não o do baseUrl não leva nenhum campo de identidade com um
          valor conhecido do tráfego da primeira parte: nem na query, nem em um corpo de formulário ou JSON,
          nem em um cookie.
            O guia promete que a identidade só é anexada quando a URL aponta para o próprio servidor de
            anúncios. Um terceiro que a recebe pode seguir a pessoa e o app por vários sites.
        MK-043
          A árvore de um break VMAP cujo AdTagURI cita um terceiro não leva identidade: wrappers, respostas
          inline, os pixels e a mídia deles. O próprio pedido de anúncio do break é assunto da MK-151.
            Um break vendido por outro servidor de anúncios é assunto daquele servidor; quem assiste não tem
            relação com ele.
        MK-044
          Uma requisição do que é exibido ou executado (arquivo de mídia, companion, ícone, script de
          verificação, uma URL dentro de um criativo) em outro host não leva nenhum campo de identidade.
            Redes de distribuição guardam logs e os compartilham; identidade na URL de uma mídia é
            identidade nesses logs.
        MK-045
          Uma URL pode mostrar o host do baseUrl onde ele não é o host: como informação de usuário antes de
          @, ou com os pontos em percent-encoding. As requisições a que uma URL dessas leva não carregam
          identidade.
            Dois leitores de uma mesma URL que discordam são um caminho em volta da fronteira.
        MK-046
          Quando uma resposta da primeira parte redireciona a outro host, a requisição seguinte não leva
          identidade: nem repetida pelo servidor no Location, nem anexada de novo pelo SDK. O ID de clique
          existe para viajar e não é julgado aqui.
            A requisição começa na primeira parte e termina em outro lugar; um cliente que decide uma única
            vez, no início, entrega a identidade no segundo salto.
        MK-047
          O ID do visitante e o da sessão, e o bundle do app quando foi o SDK que o acrescentou, não
          aparecem em lugar nenhum de uma requisição a um terceiro: caminho, query, fragmento, cabeçalho,
          cookie, corpo, os rótulos do host, o que o cliente diz em um WebSocket; em claro, em outra grafia,
          como digest, e sob codificações e compressão. Um rótulo de host faz um host que nenhuma lista
          conhece (MK-052).
            Uma regra que olha nomes é contornada com outro nome. O que distingue a pessoa é o valor.
        MK-048
          Um Referer enviado a outro host não traz uma URL que contenha identidade ou um ID de clique.
            Uma web view envia a URL da página junto com cada requisição, salvo instrução em contrário; o
            que está nessa URL sai com ela.
        MK-049
          Uma macro VAST que representa o aparelho, a pessoa ou o app ([IFA], [IFATYPE], [DEVICEIP],
          [APPBUNDLE]) não é substituída por um valor real em uma requisição a outro host; -1, -2, 0 e um
          valor vazio não dizem nada. Uma coordenada no lugar de [LATLONG] é assunto da MK-095.
            O documento que pede é de um terceiro, e quem recebe também: preencher a macro é entregar o
            valor. [APPBUNDLE] é classificada como P2: o mercado a espera, o guia não a permite.
        MK-050
          Um pixel da primeira parte que foi disparado, sem os campos anexados, é a URL do documento depois
          da substituição das macros, byte por byte: nada perdido, reordenado ou recodificado, e nenhum
          campo de identidade anexado que a URL já tivesse.
            Uma URL que é desmontada e montada de novo perde o que o montador não conhece; contagens se
            perdem.
        MK-051
          Nenhuma URL de outro host que uma resposta da primeira parte informa (AdTagURI, VASTAdTagURI,
          pixels, links) contém o ID do visitante ou o da sessão, nem um campo de identidade sob o próprio
          nome.
            Aqui o SDK é inocente: ele pede o que lhe foi dito. A violação é do servidor, e existe mesmo que
            a requisição não aconteça.
        MK-052
          Quando hosts.expected cita hosts, uma requisição a um terceiro vai a um deles. Um nome vale por
          si; .cdn.example vale por todo host abaixo de cdn.example. Cada outro host é citado uma vez, com o
          documento que levou até ele, se houve um. Sem a lista nada é julgado.
            Um host novo é uma parte nova que fica sabendo quando o app é usado, de qual endereço, e o que
            ele exibe.
        MK-053
          A autoridade do CONNECT ou da URL da requisição, o campo Host (:authority em HTTP/2) e o nome de
          servidor do TLS citam um único host. Quando não citam, a requisição conta como de um terceiro,
          diga cada um o que disser. Atrás de um proxy reverso nada é comparado.
            Quem está do outro lado da conexão vê a requisição, e quem é citado nela pode recebê-la: uma
            requisição que cita dois hosts conta aos dois.
        MK-054
          Toda URL que uma resposta VAST, VMAP ou de /serve informa é lida duas vezes: estritamente pela RFC
          3986, e como os navegadores fazem (WHATWG URL). Quando as duas leituras acham hosts diferentes, ou
          uma não acha nenhum, a URL não é de ninguém, e é de um terceiro. Barras invertidas, espaços,
          barras que faltam, portas impossíveis e delimitadores codificados causam isso.
            O leitor de URLs do SDK e o de quem conecta podem divergir: a identidade é então anexada para um
            host e enviada a outro.
        MK-055
          As conexões do gravador a um host base não vão a nenhum endereço, nem são atendidas com nenhum
          certificado, de que um host de outra parte é servido. O certificado, quando não foi verificado, é
          feito para o host: quando não é, a requisição conta como de um terceiro. Um host base em um
          endereço privado ao lado de hosts em endereços públicos é informado. Apelidos (CNAME) não estão em
          nenhuma fita, e não são julgados.
            Um nome do servidor de anúncios pelo qual outra parte responde dá a ela identidade sob as regras
            da primeira parte. Uma rede de distribuição serve muitos de um só endereço: de quem ele é, o
            operador sabe.
        """#
}

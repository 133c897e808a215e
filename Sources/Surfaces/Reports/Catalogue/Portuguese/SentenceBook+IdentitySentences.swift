extension SentenceBook {
    /// Rules on identity and endpoints.
    static let identitySentences = #"""
        a request that is surely the SDK's would show it
          uma requisição que é certamente do SDK mostraria
        requests of unknown paths that say nothing of the SDK, left to MK-001
          requisições a caminhos desconhecidos que não dizem nada do SDK, deixadas para a MK-001
        an advertising ID is sent as {}
          um identificador de publicidade é enviado como {}
        do not read the advertising identifier
          não leia o identificador de publicidade
        requests of the SDK
          requisições do SDK
        app_bundle is no bundle identifier
          app_bundle não é um identificador de bundle
        send Bundle.main.bundleIdentifier
          envie Bundle.main.bundleIdentifier
        values of app_bundle
          valores de app_bundle
        a first-party request with app_bundle would show it
          uma requisição à primeira parte com app_bundle mostraria
        #{}: the content could not be read
          #{}: o conteúdo não pôde ser lido
        {} request without {}
          requisição {} sem {}
        build every request to the server through the one place that attaches identity
          monte toda requisição ao servidor pelo único ponto que anexa a identidade
        {} is empty
          {} está vazio
        {} differs from {} in #{} of the same process
          {} difere de {} em #{} do mesmo processo
        read the app's identity once, at start, and send that
          leia a identidade do app uma vez, no início, e envie essa
        identity fields
          campos de identidade
        first-party requests with identity fields would show it
          requisições à primeira parte com campos de identidade mostrariam
        third-party requests: {}
          requisições a terceiros: {}
        the system's User-Agent names the app to {}
          o User-Agent do sistema informa o app a {}
        a browser's User-Agent
          um User-Agent de navegador
        a beacon comes from a web view
          um beacon vem de uma web view
        measure and report natively
          meça e informe de forma nativa
        a beacon would show it
          um beacon mostraria
        #{}: the browser sent its own cookies
          #{}: o navegador enviou os próprios cookies
        Cookie with {}
          Cookie com {}
        the SDK's request carries cookies
          a requisição do SDK leva cookies
        use a session configuration without cookie storage
          use uma configuração de sessão sem armazenamento de cookies
        device_type is neither phone nor tablet
          device_type não é phone nem tablet
        send phone or tablet
          envie phone ou tablet
        values of device_type
          valores de device_type
        a first-party request with device_type would show it
          uma requisição à primeira parte com device_type mostraria
        attach {}, or set expect.{}.{}
          anexe {}, ou defina expect.{}.{}
        {} request with {}
          requisição {} com {}
        leave {} out, or set expect.{}.{}
          deixe {} de fora, ou defina expect.{}.{}
        no field is expected: expect.{endpoint}.{field} = must or never would make it judge
          nenhum campo é esperado: expect.{endpoint}.{field} = must ou never permitiria julgar
        a request of an endpoint with an expectation would show it
          uma requisição a um endpoint com expectativa mostraria
        {} is sent to the ad server
          {} é enviado ao servidor de anúncios
        do not collect it
          não colete
        no name is forbidden: policy.extra_forbidden_params would make it judge
          nenhum nome é proibido: policy.extra_forbidden_params permitiria julgar
        {} still holds escapes after one decoding
          {} ainda contém escapes depois de uma decodificação
        encode once, where the query is built; in JSON not at all
          codifique uma vez, onde a query é montada; em JSON, nenhuma
        a first-party request with identity fields would show it
          uma requisição à primeira parte com campos de identidade mostraria
        {} stands {} times in one request
          {} aparece {} vezes em uma requisição
        attach the identity once, in one place
          anexe a identidade uma vez, em um só lugar
        identity stands outside the {} of a {} request
          a identidade está fora da parte {} de uma requisição {}
        move it there, or set identity.transport
          mova-a para lá, ou defina identity.transport
        {}: identity in {}
          {}: identidade em {}
        {}: identity in {} and {}
          {}: identidade em {} e {}
        requests with identity
          requisições com identidade
        a first-party request with identity would show it
          uma requisição à primeira parte com identidade mostraria
        sdk_version is not {}/x.y.z
          sdk_version não é {}/x.y.z
        send the SDK's name, a slash and its version
          envie o nome do SDK, uma barra e a versão
        values of sdk_version
          valores de sdk_version
        a first-party request with sdk_version would show it
          uma requisição à primeira parte com sdk_version mostraria
        session_id is not a UUID
          session_id não é um UUID
        session_id equals a visitor_id
          session_id é igual a um visitor_id
        session_id of #{} is that of another app
          o session_id de #{} é o de outro app
        session_id of #{} is used again after a launch
          o session_id de #{} é usado de novo depois de uma abertura
        generate a UUID at process start and keep it nowhere
          gere um UUID no início do processo e não o guarde
        newness was not seen: no second launch is marked
          não se viu se é novo: nenhuma segunda abertura está marcada
        values of session_id
          valores de session_id
        a first-party request with session_id would show it
          uma requisição à primeira parte com session_id mostraria
        another app sent the same visitor_id in #{}
          outro app enviou o mesmo visitor_id em #{}
        generate the ID in each app, and keep it where no other app reads it
          gere o ID em cada app e guarde-o onde nenhum outro app leia
        apps after the first
          apps depois do primeiro
        requests of two apps with visitor_id, judged together, would show it
          requisições de dois apps com visitor_id, julgadas juntas, mostrariam
        the visitor_id of #{} is sent again though the app was installed anew
          o visitor_id de #{} volta a ser enviado embora o app tenha sido reinstalado
        keep visitor_id in UserDefaults and nowhere that outlives the app
          guarde visitor_id em UserDefaults e em nenhum lugar que sobreviva ao app
        installations after the first
          instalações depois da primeira
        visitor_id before and after the mark launch=reinstall would show it
          visitor_id antes e depois da marca launch=reinstall mostraria
        visitor_id is not a UUID
          visitor_id não é um UUID
        visitor_id differs from that of #{}, the same install
          visitor_id difere do de #{}, na mesma instalação
        visitor_id changes between #{} and #{}: mark launch=relaunch or launch=reinstall, or tracking=off \#
        and tracking=on
          visitor_id muda entre #{} e #{}: marque launch=relaunch ou launch=reinstall, ou tracking=off e tracking=on
        generate one UUID per install and keep it until the person opts out
          gere um UUID por instalação e mantenha-o até a pessoa recusar
        values of visitor_id
          valores de visitor_id
        a tracked first-party request with visitor_id would show it
          uma requisição rastreada à primeira parte com visitor_id mostraria
        the ad of #{} is shown again without a new request of /serve
          o anúncio de #{} é exibido de novo sem uma nova requisição a /serve
        let go of an ad when it has been shown; show nothing until the next preload is ready
          solte o anúncio depois de exibido; não exiba nada até o próximo preload ficar pronto
        ads shown
          anúncios exibidos
        an impression beacon that repeats a value of its /serve answer would show it
          um beacon de impressão que repete um valor da resposta de /serve mostraria
        the device asks the App Store for an app's category
          o aparelho consulta a App Store sobre a categoria do app
        leave the category to the server; send contentUrl where there is one
          deixe a categoria para o servidor; envie contentUrl onde houver
        a click macro of the HTML is not replaced
          uma macro de clique do HTML não foi substituída
        have the server put the click address into the tag before it answers
          faça o servidor pôr o endereço do clique na tag antes de responder
        answers with HTML
          respostas com HTML
        an answer of /serve that holds HTML would show it
          uma resposta de /serve com HTML mostraria
        an interstitial is asked for with the content's address
          um interstitial é pedido com o endereço do conteúdo
        send the content URL with banners alone
          envie a URL do conteúdo somente com banners
        name params.content_url: #{} has an address under another name
          informe params.content_url: #{} tem um endereço sob outro nome
        name formats.zones: whether zone {} is an interstitial's; #{} has a content URL
          informe formats.zones: se a zona {} é de interstitial; #{} tem uma URL de conteúdo
        requests of /serve, whatever their format, none with a content URL: {}
          requisições a /serve, de qualquer formato, nenhuma com URL de conteúdo: {}
        formats.zones calls no zone that is asked interstitial
          formats.zones não chama de interstitial nenhuma zona pedida
        requests for interstitials
          pedidos de interstitial
        a request of /serve for a zone that formats.zones calls interstitial would show it
          uma requisição a /serve de uma zona que formats.zones chama de interstitial mostraria
        the SDK asks zone {}, {}
          o SDK pede a zona {}, {}
        which #{} asked as video
          que #{} pediu como vídeo
        which is for display, as video
          que é de display, como vídeo
        ask display zones at /serve alone
          peça zonas de display somente em /serve
        a request of /serve that names its zone would show it
          uma requisição a /serve que informe a zona mostraria
        the SDK asks a path that nobody knows
          o SDK pede um caminho que ninguém conhece
        find out what it is for; then name it in paths.known, paths.beacon or paths.conversion
          descubra para que serve; depois inclua-o em paths.known, paths.beacon ou paths.conversion
        name paths.beacon, paths.conversion or paths.known: nobody knows {} and others
          informe paths.beacon, paths.conversion ou paths.known: ninguém conhece {} e outros
        name paths.beacon, paths.conversion or paths.known: nobody knows {}
          informe paths.beacon, paths.conversion ou paths.known: ninguém conhece {}
        {} requests of further unknown paths
          {} requisições de outros caminhos desconhecidos
        requests of known paths
          requisições a caminhos conhecidos
        the SDK measures the ad of #{}, which another player shows
          o SDK mede o anúncio de #{}, que outro player exibe
        send no beacon for a token of buildVastUrl
          não envie beacon para um token de buildVastUrl
        name formats.tokens: whether the token of #{} is an own player's
          informe formats.tokens: se o token de #{} é de um player próprio
        formats.tokens calls no token that is asked own_player
          formats.tokens não chama de own_player nenhum token pedido
        which ad {} beacons are about, that name none that came, would show it
          de qual anúncio tratam {} beacons, que não citam nenhum que veio, mostraria
        ads of own players
          anúncios de players próprios
        an ad for a token that formats.tokens calls own_player would show it
          um anúncio de um token que formats.tokens chama de own_player mostraria
        a request goes to the ad server without TLS
          uma requisição segue ao servidor de anúncios sem TLS
        use https for the base URL and every address the server answers
          use https no baseUrl e em todo endereço que o servidor responde
        first_party.plain_http is ignore
          first_party.plain_http vale ignore
        the schedule of #{} was not used; the same token is asked again
          a grade de #{} não foi usada; o mesmo token é pedido de novo
        fetch the schedule once, when the player is attached
          busque a grade uma vez, no attach do player
        an answer of /vmap that is a schedule with breaks would show it
          uma resposta de /vmap que seja uma grade com breaks mostraria
        the ad of #{} was not played; the same token is asked again
          o anúncio de #{} não foi exibido; o mesmo token é pedido de novo
        play the VAST that /vmap answered; do not fetch it again
          exiba o VAST que /vmap respondeu; não o busque de novo
        lone VAST answers of /vmap
          respostas VAST avulsas de /vmap
        an answer of /vmap whose root is VAST would show it
          uma resposta de /vmap cuja raiz seja VAST mostraria
        an empty token
          um token vazio
        an ad is asked for without a token
          um anúncio é pedido sem token
        build no URL for an empty token
          não monte URL para um token vazio
        requests of /vast and /vmap
          requisições a /vast e /vmap
        a request of /vast or /vmap would show it
          uma requisição a /vast ou /vmap mostraria
        /vast is asked by another method than GET
          /vast é pedido por um método diferente de GET
        ask for /vast/{token} by GET
          peça /vast/{token} por GET
        requests of /vast
          requisições a /vast
        a request of /vast/{token} would show it
          uma requisição a /vast/{token} mostraria
        zone {} is not one of policy.test_zones
          a zona {} não está em policy.test_zones
        record with the test zones (guide §11)
          grave com as zonas de teste (guia §11)
        policy.test_zones names none: any zone may be recorded
          policy.test_zones está vazio: qualquer zona pode ser gravada
        {} requests of further zones
          {} requisições de outras zonas
        requests that name a zone
          requisições que informam uma zona
        a request that names its zone would show it
          uma requisição que informe a zona mostraria
        expectations
          expectativas
        """#
}

extension RuleExplanations {
    /// The other events, breaks and clicks: on what evidence, and an example.
    static let playEvidence = #"""
        MK-130
          Uma resposta VAST com skip ou complete, e os pixels dela.
            skip, depois complete: violada.
        MK-131
          Uma resposta VAST de um token outstream, e os pixels dela.
            skip de um anúncio outstream: violada.
        MK-132
          Uma resposta VAST de um token outstream, e os pixels mute ou unmute dela.
            start, depois mute: violada.
        MK-133
          Uma resposta VAST, e o beacon que cita o anúncio dela; os pixels dela ou a duração do arquivo de
          mídia.
            start, o beacon, midpoint: violada.
        MK-134
          Um beacon que pertence a uma resposta de /serve, e um beacon da gravação que tem o campo.
            in_app_mechanism=mraid-top: violada.
        MK-135
          Um beacon de visibilidade que pertence a uma resposta de /serve.
            event=viewable sem viewable_mechanism: violada.
        MK-136
          Uma resposta VAST com ClickThrough e ClickTracking, e um clique.
            GET /click?ad=1 sem o ClickTracking do mesmo documento: violada.
        MK-137
          Uma resposta VAST que pede start e um dos três, e os pixels dela.
            mute, depois start: violada.
        MK-138
          Respostas de /serve ou /vast e beacons que repetem um valor delas.
            {"event":"impression","ad_id":"b"} quando só o anúncio a foi respondido: violada.
        MK-139
          Uma resposta VAST que pede start, ou uma resposta de /serve sob a marca interstitial=preload, que
          não é exibida, e uma requisição posterior do app.
            GET /vast/abc, o pixel Impression dele, nunca start: violada.
        MK-140
          A requisição de um pixel da primeira parte de um documento.
            pixels.in_app_mechanism é fail; GET /px/start?ad=1&app_bundle=... sem in_app_mechanism: violada.
        MK-150
          Uma programação com um break que falha, e um break posterior, o filme ou a marca content_end.
            O break 1 responde 503, a marca content_end vem, o post-roll nunca é pedido: violada.
        MK-151
          A resposta VMAP e a requisição do AdTagURI do break.
            O VMAP informa https://video.example/tag; GET https://video.example/tag?app_bundle=br.com.news:
            violada.
        MK-152
          Um break cuja mídia se interrompe, e o que vem depois.
            start, mídia cortada aos 6 s, complete 40 s depois: violada; um pixel de erro depois de 15 s:
            cumprida.
        MK-153
          Um break de uma programação, com um endereço de Error que foi pedido, e o que vem depois.
            error 402, depois complete do mesmo anúncio: violada.
        MK-154
          Uma programação com um break no final que é exibido, e a mídia do filme ou a marca content_end.
            impression do post-roll, depois os bytes 10240- do filme: violada.
        MK-155
          Um break linear exibido até o fim, e a mídia do filme antes ou depois dele.
            start, bytes do filme aos 2, 5 e 8 s do anúncio, complete: um achado da menor severidade.
        MK-170
          Uma requisição a /click e a resposta dela.
            GET /click responde 302 Location: https://shop.example/?a=1: violada.
        MK-171
          Um redirecionamento de /click cujo Location tem mk_cid em algum lugar.
            Location: https://shop.example/#/offer?mk_cid=...: violada.
        MK-172
          Um redirecionamento de /click com um único mk_cid, e a URL da campanha.
            Campanha ...?sku=42%2Fa#top, Location ...?sku=42/a&mk_cid=A: violada.
        MK-173
          Um redirecionamento de /click com mk_cid, e a requisição que o seguiu.
            /click -> go.example/r?mk_cid=A -> 301 https://shop.example/: violada em go.example, salto 2.
        MK-174
          Duas respostas de /click com mk_cid.
            #8 e #21 respondem ambas Location: ...mk_cid=A: violada em #21.
        MK-175
          Uma cadeia de clique que termina em um esquema próprio depois de pelo menos mais um salto, ou cujo
          /click responde com um.
            /click -> go.example/r?mk_cid=A -> 302 shop://item/1: violada.
        MK-176
          Uma cadeia de clique com mk_cid, ou uma marca deep_link=URL, e depois uma requisição de conversão.
            Clique A, depois a conversão diz mk_cid=Z: violada.
        MK-177
          Um mk_cid entregue, depois uma marca deep_link=URL sem ele, depois uma conversão.
            Clique A; marca deep_link=shop://home; conversão sem mk_cid: violada.
        MK-178
          Dois cliques ou marcas deep_link com mk_cid diferentes, e uma conversão depois deles.
            Links com A, depois B; a conversão diz mk_cid=A: violada, a não ser que mk_cid.policy seja
            first.
        MK-179
          Uma requisição de conversão.
            "value_cents":49.9: violada.
        MK-180
          Uma requisição de conversão.
            A gravação começa com POST /conversion sem mk_cid: violada.
        MK-181
          Duas requisições de conversão com IDs de pedido.
            Duas conversões de order-123: violada na segunda.
        MK-182
          Um ID de clique no tráfego da primeira parte, e uma requisição a um terceiro fora da cadeia do
          clique.
            Depois de um clique, GET https://pixel.example/t?cid=<mk_cid>: violada.
        MK-183
          Qualquer requisição.
            POST https://shop.example/.well-known/skadnetwork/report-attribution/: violada.
        MK-184
          Uma requisição a /click.
            GET /click com User-Agent News/7 CFNetwork/1494: violada.
        MK-185
          Um redirecionamento de /click.
            Location: https://shop.example/?c=verão&mk_cid=A: violada.
        MK-186
          Um redirecionamento de /click.
            Location: https:\\shop.example\?mk_cid=A: violada.
        MK-187
          Um link de uma cadeia de clique com uma URL em um parâmetro.
            Location: https://trk.example/r?dest=https://shop.example/?x=1&mk_cid=A: violada.
        MK-188
          Uma resposta de /click com mk_cid.
            302 com Cache-Control: max-age=3600: violada.
        MK-189
          Uma cadeia de clique com pelo menos um salto depois de /click.
            go.example responde 200 com <meta http-equiv=refresh content="0;url=...">: violada.
        MK-190
          A página de destino de um clique, outra página desse host com um Referer, e uma conversão.
            GET /produto?mk_cid=A, GET /carrinho a partir dela, conversão sem mk_cid: violada.
        MK-191
          O ClickTracking de um anúncio VAST e o clique dele por /click.
            O ClickTracking responde 302 Location: https://shop.example/offer, como /click: violada.
        MK-192
          Um redirecionamento de /click.
            /click?to=https%3A%2F%2Fshop.example%2F responde Location: https://shop.example/?mk_cid=A:
            violada.
        MK-193
          Um redirecionamento de /click.
            Location: https://go.example/?pad=<9000 bytes>&mk_cid=A: violada.
        MK-194
          Requisições a /click em uma gravação cujo clock_scale é no máximo 100: acima disso, o tempo do
          próprio gravador é mais longo que um toque.
            GET /click?ad=1 e, 80 ms depois, GET /click?ad=1 outra vez: violada.
        MK-195
          Uma requisição a /click e a resposta dela.
            HEAD /click?ad=1 responde 302 com mk_cid: violada.
        MK-196
          Uma requisição.
            GET https://px.example/i?gdpr=${GDPR}: violada.
        MK-197
          Uma marca IABTCF_TCString e, depois dela, uma requisição a um terceiro com gdpr_consent.
            A plataforma gravou CP...A; GET https://px.example/i?gdpr_consent=CP...B: violada.
        MK-198
          Uma requisição com us_privacy.
            GET https://px.example/i?us_privacy=1YN: violada.
        MK-199
          Uma requisição com gpp.
            GET /i?gpp=DBABTA~1YNN&us_privacy=1YYN: violada.
        MK-200
          Uma marca cmp=present, e uma requisição a /serve.
            cmp=present, GET /serve, depois IABTCF_TCString=CP...: uma observação.
        MK-201
          Requisições enquanto o GDPR se aplica sem consentimento para a finalidade 1.
            gdpr=1&gdpr_consent=<sem a finalidade 1>; https://px.example/i responde Set-Cookie: uid=7:
            violada.
        MK-202
          Uma requisição cuja URL um documento informou com a macro de um fornecedor, enquanto o GDPR se
          aplica; consent.vendor_list, da versão pela qual a string foi feita.
            Um tracker diz gdpr_consent=${GDPR_CONSENT_13}; ele é disparado com uma string para o
            fornecedor 7: violada.
        """#
}

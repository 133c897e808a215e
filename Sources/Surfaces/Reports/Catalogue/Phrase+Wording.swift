extension Phrase {
    var wording: Wording {
        switch self {
        case .title: Wording("Privacy audit", "Auditoria de privacidade")
        case .comparisonTitle: Wording("Two runs compared", "Duas execuções comparadas")
        case .madeBy: Wording("made by {0}", "feito por {0}")
        case .configurationDigest: Wording("configuration", "configuração")
        case .answer: Wording("Answer", "Resposta")
        case .coverage: Wording("Coverage", "Cobertura")
        case .observed: Wording("What was observed", "O que foi observado")
        case .notObserved: Wording("What was not observed, and why", "O que não foi observado, e por quê")
        case .findings: Wording("Findings", "Achados")
        case .matrix: Wording("Who learned what", "Quem soube o quê")
        case .rules: Wording("Every rule and its verdict", "Cada regra e seu veredito")
        case .evidence: Wording("Evidence", "Evidências")
        case .tape: Wording("Tape", "Fita")
        case .tapes: Wording("Tapes", "Fitas")
        case .exchanges: Wording("{n} exchange|{n} exchanges", "{n} troca|{n} trocas")
        case .exchangesSeen: Wording("Exchanges", "Trocas")
        case .firstParty: Wording("first party", "primeira parte")
        case .thirdParty: Wording("third party", "terceiro")
        case .unknownParty: Wording("party unknown", "parte desconhecida")
        case .hostsSeen: Wording("{n} other host|{n} other hosts", "{n} outro host|{n} outros hosts")
        case .baseHost: Wording("Base host", "Host do baseUrl")
        case .documents: Wording("Documents", "Documentos")
        case .marks: Wording("Marks", "Marcas")
        case .clock: Wording("Clock", "Relógio")
        case .notes: Wording("Notes", "Notas")
        case .apps: Wording("Apps", "Apps")
        case .unread: Wording("Content not read", "Conteúdo não lido")
        case .incomplete: Wording("Incomplete", "Incompletas")
        case .passedUnread: Wording("Passed unread", "Passaram sem leitura")
        case .invisible: Wording("Not visible to any recording", "Invisível a qualquer gravação")
        case .nothingMissing:
            Wording(
                "Everything that passed the recorder was read.", "Tudo o que passou pelo gravador foi lido.")
        case .rulesUnjudged:
            Wording(
                "{n} rule could not be judged; its reason stands below|"
                    + "{n} rules could not be judged; their reasons stand below",
                "{n} regra não pôde ser julgada; o motivo está abaixo|"
                    + "{n} regras não puderam ser julgadas; os motivos estão abaixo")
        case .baseNamed: Wording("{0} (named)", "{0} (informado)")
        case .baseFromTape: Wording("{0} (from the tape)", "{0} (da fita)")
        case .baseInferred:
            Wording(
                "{0} (inferred: the only host asked for ads with app identity)",
                "{0} (inferido: o único host que recebeu pedidos de anúncio com a identidade do app)")
        case .baseAmbiguous:
            Wording("not known: asked for ads are {0}", "desconhecido: receberam pedidos de anúncio {0}")
        case .baseUnknown: Wording("not known: name it", "desconhecido: informe-o")
        case .markAtStart: Wording("{0} at its start", "{0} no início")
        case .markAfter: Wording("{0} after {1}", "{0} depois de {1}")
        case .clockScale:
            Wording(
                "the app's clock ran {0} times as fast as the recorder's",
                "o relógio do app andou {0} vezes mais rápido que o do gravador")
        case .toldURLs:
            Wording(
                "{0} URLs told, {1} requests joined to them",
                "{0} URLs informadas, {1} requisições ligadas a elas")
        case .overlaps:
            Wording(
                "begins before the tape before it ends, and is judged as if it came after",
                "começa antes do fim da fita anterior e é julgada como se viesse depois")
        case .joinedTapes:
            Wording(
                "{0} tapes, judged as one recording in this order",
                "{0} fitas, julgadas como uma só gravação nesta ordem")
        case .andMore: Wording("and {0} more", "e mais {0}")
        case .nothingJudged: Wording("Nothing could be judged.", "Nada pôde ser julgado.")
        case .noBreach: Wording("No breach was found", "Nenhuma violação foi encontrada")
        case .broken: Wording("{n} rule broken|{n} rules broken", "{n} regra violada|{n} regras violadas")
        case .findingCount: Wording("{n} finding|{n} findings", "{n} achado|{n} achados")
        case .passCount: Wording("{n} rule passes|{n} rules pass", "{n} regra cumprida|{n} regras cumpridas")
        case .openCount:
            Wording("{n} could not be judged", "{n} não pôde ser julgada|{n} não puderam ser julgadas")
        case .inapplicableCount: Wording("{n} does not apply|{n} do not apply", "{n} não se aplica|{n} não se aplicam")
        case .gapsRemain:
            Wording(
                "what the recording lacks was not judged", "o que falta na gravação não foi julgado")
        case .severityP0: Wording("Identity crosses a boundary", "A identidade cruza um limite")
        case .severityP1:
            Wording(
                "The contract is broken; money or attribution is lost",
                "O contrato é violado; perde-se receita ou atribuição")
        case .severityP2: Wording("Measurement or data quality", "Medição ou qualidade dos dados")
        case .severityP3: Wording("Hygiene and inventory", "Higiene e inventário")
        case .pass: Wording("pass", "cumprida")
        case .fail: Wording("fail", "violada")
        case .unobserved: Wording("not observed", "não observada")
        case .inapplicable: Wording("not applicable", "não se aplica")
        case .needsConfiguration: Wording("needs a name or mark", "falta configuração")
        case .place: Wording("where", "onde")
        case .seen: Wording("seen", "visto")
        case .clause: Wording("clause", "cláusula")
        case .cause: Wording("cause", "causa")
        case .remedy: Wording("do", "o que fazer")
        case .what: Wording("what", "o quê")
        case .remark: Wording("remark", "observação")
        case .noFindings: Wording("No finding.", "Nenhum achado.")
        case .noExcerpt:
            Wording(
                "The evidence is an absence: no byte can be marked.",
                "A evidência é uma ausência: não há byte a marcar.")
        case .elided: Wording("{n} byte left out|{n} bytes left out", "{n} byte omitido|{n} bytes omitidos")
        case .bytes: Wording("bytes {0}–{1}", "bytes {0}–{1}")
        case .target: Wording("Request", "Requisição")
        case .requestHead: Wording("Request head", "Cabeçalho da requisição")
        case .requestContent: Wording("Request content", "Conteúdo da requisição")
        case .responseHead: Wording("Response head", "Cabeçalho da resposta")
        case .responseContent: Wording("Response content", "Conteúdo da resposta")
        case .webSocketMessage: Wording("WebSocket message", "Mensagem de WebSocket")
        case .guide: Wording("Metrike iOS guide {0}", "guia Metrike iOS {0}")
        case .host: Wording("Host", "Host")
        case .nobodyLearned:
            Wording(
                "No host was told a known value.", "Nenhum host recebeu um valor conhecido.")
        case .requests: Wording("{n} request|{n} requests", "{n} requisição|{n} requisições")
        case .values: Wording("{n} value|{n} values", "{n} valor|{n} valores")
        case .droppedHosts:
            Wording(
                "{n} further host is not listed|{n} further hosts are not listed",
                "{n} outro host não é listado|{n} outros hosts não são listados")
        case .matrixNote:
            Wording(
                "Each known value was searched for in every request. A dash means that it was not found there.",
                "Cada valor conhecido foi procurado em todas as requisições. O traço indica que não foi encontrado.")
        case .causeAttached: Wording("attached by the SDK", "anexado pelo SDK")
        case .causeSent: Wording("the SDK's own request", "requisição do próprio SDK")
        case .causeOmitted: Wording("left out by the SDK", "omitido pelo SDK")
        case .causeSupplied: Wording("supplied by the server", "fornecido pelo servidor")
        case .causeAnswer: Wording("the server's answer", "resposta do servidor")
        case .causeRedirect: Wording("redirect", "redirecionamento")
        case .causeReferer: Wording("Referer", "Referer")
        case .causeCookie: Wording("cookie", "cookie")
        case .causeMacro: Wording("macro filled in", "macro expandida")
        case .causeUnknown: Wording("cause unknown", "causa desconhecida")
        case .causeOwn: Wording("own request", "requisição própria")
        case .causeUnobjected: Wording("no rule objects", "nenhuma regra se opõe")
        case .evidenceLabel: Wording("evidence", "evidência")
        case .merkleRoot: Wording("Merkle root", "Raiz de Merkle")
        case .leaves: Wording("{n} leaf|{n} leaves", "{n} folha|{n} folhas")
        case .leaf: Wording("leaf {0}", "folha {0}")
        case .evidenceNote:
            Wording(
                "Each finding stands on an exchange of a tape; the exchange is a leaf of the tape's hash tree. "
                    + "The same tape, configuration and version give this report again, byte for byte.",
                "Cada achado se apoia em uma troca de uma fita; a troca é uma folha da árvore de hashes da fita. "
                    + "A mesma fita, configuração e versão geram este relatório de novo, byte a byte.")
        case .signatureNote:
            Wording(
                "To check: fita evidence check REPORT TAPE",
                "Para conferir: fita evidence check RELATÓRIO FITA")
        case .recordedOn: Wording("recorded {0} by {1}", "gravada em {0} por {1}")
        case .rule: Wording("Rule", "Regra")
        case .verdict: Wording("Verdict", "Veredito")
        case .reason: Wording("Reason", "Motivo")
        case .severity: Wording("Severity", "Severidade")
        case .differences: Wording("Differences", "Diferenças")
        case .noDifference: Wording("The runs do not differ.", "As execuções não diferem.")
        case .onlyIn: Wording("only in {0}", "somente em {0}")
        case .otherValues: Wording("other values", "outros valores")
        case .stateDiffers: Wording("What the marks say", "O que dizem as marcas")
        case .sameState:
            Wording(
                "The marks of both runs are the same: nothing says in what the runs differ.",
                "As marcas das duas execuções são iguais: nada diz em que elas diferem.")
        case .ruleForbids: Wording("forbidden by {0}", "proibido por {0}")
        case .ruleAllows: Wording("allowed by {0}", "permitido por {0}")
        case .ruleDemands: Wording("kept away as {0} demands", "ausente como {0} exige")
        case .ruleUnjudged:
            Wording("{0} speaks of it, and could not be judged", "{0} trata disso e não pôde ser julgada")
        case .noRule: Wording("no rule speaks of it", "nenhuma regra trata disso")
        case .absent: Wording("none", "nenhuma")
        case .fieldOnly: Wording("field", "campo")
        case .peerOnly: Wording("asked", "consultado")
        case .comparisonAnswer: Wording("{n} difference|{n} differences", "{n} diferença|{n} diferenças")
        case .comparisonForbidden:
            Wording(
                "{n} of them forbidden by a rule", "{n} delas proibida por uma regra|{n} delas proibidas por regras")
        case .comparisonClean: Wording("none forbidden by a rule", "nenhuma proibida por uma regra")
        case .comparisonDropped:
            Wording(
                "{n} more than can be compared was left out|{n} more than can be compared were left out",
                "{n} além do que se pode comparar ficou de fora|{n} além do que se pode comparar ficaram de fora")
        case .tokensPerRun:
            Wording(
                "Tokens such as {visitor_id:1} count in each run by itself: equal tokens are not equal values.",
                "Tokens como {visitor_id:1} contam em cada execução por si: tokens iguais não são valores iguais.")
        case .masked:
            Wording(
                "Personal values are written as tokens such as {visitor_id:1}.",
                "Valores pessoais aparecem como tokens, por exemplo {visitor_id:1}.")
        }
    }
}

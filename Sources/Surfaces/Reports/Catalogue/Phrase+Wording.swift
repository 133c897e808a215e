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
        case .decoded: Wording("decoded", "decodificado")
        case .undone: Wording("{0} of bytes {1}, there bytes {2}", "{0} dos bytes {1}, ali os bytes {2}")
        case .innermostBytes:
            Wording("the value in bytes {0} of the innermost", "o valor nos bytes {0} do mais interno")
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
        case .causeWebView: Wording("web view", "web view")
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
        case .ruleWhat: Wording("What", "O que a regra olha")
        case .ruleWhy: Wording("Why", "Por quê")
        case .ruleEvidence: Wording("Evidence needed", "Evidência necessária")
        case .ruleExample: Wording("Example", "Exemplo")
        case .ruleClause: Wording("Clause", "Cláusula")
        case .ruleRelated: Wording("Related", "Relacionadas")
        case .alsoBroken:
            Wording("The same fault may break {0} as well.", "A mesma falha pode violar também {0}.")
        case .neededOfHAR:
            Wording("In another tool's file (HAR): {0}.", "No arquivo de outra ferramenta (HAR): {0}.")
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
        case .covariationTitle: Wording("What follows the identity", "O que acompanha a identidade")
        case .covariationRun:
            Wording(
                "run {0}, identity {1}: {2} answered from the tape ({3} by the most alike), {4} missed, {5} not played",
                "execução {0}, identidade {1}: {2} respondidas pela fita ({3} pela mais parecida), {4} sem resposta, "
                    + "{5} não tocadas")
        case .covariationAligned:
            Wording(
                "in all four runs: {0} of {1} requests to third parties, {2} of {3} to the first party",
                "nas quatro execuções: {0} de {1} requisições a terceiros, {2} de {3} à primeira parte")
        case .covariationUnread:
            Wording(
                "{n} exchange was not read and not compared|{n} exchanges were not read and not compared",
                "{n} troca não foi lida nem comparada|{n} trocas não foram lidas nem comparadas")
        case .identityChanged:
            Wording("the first party sees the identity change in", "a primeira parte vê a identidade mudar em")
        case .follows:
            Wording(
                "{n} place at third parties follows the identity|{n} places at third parties follow the identity",
                "{n} lugar em terceiros acompanha a identidade|{n} lugares em terceiros acompanham a identidade")
        case .followsNothing:
            Wording(
                "nothing that was compared follows the identity to third parties",
                "nada do que foi comparado acompanha a identidade até terceiros")
        case .identityUnseen:
            Wording(
                "no verdict: nothing at the first party is the same in both runs of an identity and another under the "
                    + "other. The command must take its identity from FITA_COVARY_SEED or FITA_COVARY_VISITOR_ID.",
                "sem veredito: nada na primeira parte é igual nas duas execuções de uma identidade e diferente na "
                    + "outra. O comando precisa tomar sua identidade de FITA_COVARY_SEED ou FITA_COVARY_VISITOR_ID.")
        case .nothingCompared:
            Wording(
                "no verdict: no request to a third party is in all four runs",
                "sem veredito: nenhuma requisição a terceiros está nas quatro execuções")
        case .followsAt: Wording("follows the identity", "acompanha a identidade")
        case .followsInRequests: Wording("in {n} request|in {n} requests", "em {n} requisição|em {n} requisições")
        case .underIdentity: Wording("under {0}", "sob {0}")
        case .onlyUnderIdentity: Wording("asked under {0} alone", "pedido somente sob {0}")
        case .notThere: Wording("not there", "ausente")
        case .valueSize: Wording("{n} byte|{n} bytes", "{n} byte|{n} bytes")
        case .knownDisguise:
            Wording(
                "{0} as {1}: fita leaks looks for it too", "{0} como {1}: o fita leaks também o procura")
        case .unknownTransform:
            Wording("by no transform that fita leaks knows", "por nenhuma transformação que o fita leaks conhece")
        case .restOfPart: Wording("{0}, names and order", "{0}, nomes e ordem")
        case .wholeContent: Wording("content", "conteúdo")
        case .pathSegment: Wording("segment {0} of the path", "segmento {0} do caminho")
        case .variesOnItsOwn:
            Wording(
                "varies on its own within an identity, cannot be judged: {n} place|"
                    + "varies on its own within an identity, cannot be judged: {n} places",
                "varia por si sob a mesma identidade, não pode ser julgado: {n} lugar|"
                    + "varia por si sob a mesma identidade, não pode ser julgado: {n} lugares")
        case .variationPlace: Wording("{0} {1} (from #{2} on)", "{0} {1} (a partir de #{2})")
        case .requestItself: Wording("the request itself", "a própria requisição")
        case .timesAsked:
            Wording("{0}: asked {1} times under A, {2} under B", "{0}: pedido {1} vezes sob A, {2} sob B")
        case .covariationLimits:
            Wording(
                "Not seen this way: what is bound to a time or drawn anew in each run, what a server remembers and "
                    + "answers later, what was not reached because a request had no answer on the tape, and what two "
                    + "identities share.",
                "Não se vê deste modo: o que depende da hora ou é sorteado a cada execução, o que um servidor lembra "
                    + "e responde depois, o que não foi alcançado porque uma requisição não tinha resposta na fita, e "
                    + "o que duas identidades têm em comum.")
        case .masked:
            Wording(
                "Personal values are written as tokens such as {visitor_id:1}.",
                "Valores pessoais aparecem como tokens, por exemplo {visitor_id:1}.")
        }
    }
}

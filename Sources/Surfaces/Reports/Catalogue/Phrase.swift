/// Every phrase that reports have of their own, in both languages. A case without one of them does not compile.
enum Phrase: CaseIterable, Sendable {
    case title, comparisonTitle, madeBy, configurationDigest
    case answer, coverage, observed, notObserved, findings, matrix, rules, evidence, tape, tapes
    case exchanges, exchangesSeen, firstParty, thirdParty, unknownParty, hostsSeen, baseHost, documents, marks, clock
    case notes, apps
    case unread, incomplete, passedUnread, invisible, nothingMissing, rulesUnjudged
    case baseNamed, baseFromTape, baseInferred, baseAmbiguous, baseUnknown
    case markAtStart, markAfter, clockScale, toldURLs, overlaps, joinedTapes, andMore
    case nothingJudged, noBreach, broken, findingCount, passCount, openCount, inapplicableCount, gapsRemain
    case severityP0, severityP1, severityP2, severityP3
    case pass, fail, unobserved, inapplicable, needsConfiguration
    case place, seen, decoded, undone, innermostBytes, clause, cause, remedy, what, remark
    case noFindings, noExcerpt, elided, bytes
    case target, requestHead, requestContent, responseHead, responseContent, webSocketMessage
    case guide, host, nobodyLearned, requests, values, droppedHosts, matrixNote
    case causeAttached, causeSent, causeOmitted, causeSupplied, causeAnswer, causeRedirect, causeReferer
    case causeCookie, causeMacro, causeWebView, causeUnknown, causeOwn, causeUnobjected
    case merkleRoot, evidenceLabel, leaves, leaf, evidenceNote, signatureNote, recordedOn, rule, verdict, reason,
        severity
    case ruleWhat, ruleWhy, ruleEvidence, ruleExample, ruleClause, ruleRelated, alsoBroken, neededOfHAR
    case differences, noDifference, onlyIn, otherValues, stateDiffers, sameState, ruleForbids, ruleAllows, ruleDemands
    case ruleUnjudged, noRule, absent, fieldOnly, peerOnly, comparisonAnswer, comparisonForbidden, comparisonClean
    case comparisonDropped, masked, tokensPerRun
    case covariationTitle, covariationRun, covariationAligned, covariationUnread, identityChanged, follows
    case followsNothing, identityUnseen, nothingCompared, followsAt, followsInRequests, underIdentity,
        onlyUnderIdentity, notThere
    case valueSize, knownDisguise, unknownTransform, restOfPart, wholeContent, pathSegment, variesOnItsOwn
    case variationPlace, requestItself, timesAsked, covariationLimits
}

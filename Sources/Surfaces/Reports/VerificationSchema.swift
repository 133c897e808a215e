/// The published form of the verification report (JSON Schema 2020-12).
///
/// Members may be added within one format number; none is removed or changes its meaning.
package enum VerificationSchema {
    package static let format = "fita.verification/1"

    package static let text = properties + definitions

    private static let properties = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "fita verification report",
          "type": "object",
          "required": ["format", "coverage", "findings", "rules"],
          "properties": {
            "format": {"const": "fita.verification/1"},
            "coverage": {"$ref": "#/$defs/coverage"},
            "tapes": {
              "description": "Where several tapes were judged as one: each, in order. Exchanges are numbered on.",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["label", "file", "first_exchange", "apps", "overlaps", "coverage"],
                "properties": {
                  "label": {"type": "string"},
                  "file": {"type": "string"},
                  "first_exchange": {"type": "integer"},
                  "apps": {"type": "array", "items": {"type": "string"}},
                  "overlaps": {"type": "boolean"},
                  "coverage": {"$ref": "#/$defs/coverage"}
                }
              }
            },
            "findings": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["rule", "slug", "verdict", "severity", "exchange", "request", "where", "bytes", "places",
                  "saw", "clause", "cause", "message", "do"],
                "properties": {
                  "rule": {"type": "string"},
                  "slug": {"type": "string"},
                  "verdict": {"const": "fail"},
                  "severity": {"enum": ["P0", "P1", "P2", "P3"]},
                  "exchange": {"type": "integer"},
                  "tape": {"type": "string"},
                  "tape_exchange": {"type": "integer"},
                  "request": {"type": "string"},
                  "where": {"anyOf": [{"$ref": "#/$defs/place"}, {"type": "null"}]},
                  "bytes": {"anyOf": [{"$ref": "#/$defs/bytes"}, {"type": "null"}]},
                  "places": {"type": "array", "items": {"$ref": "#/$defs/place"}},
                  "saw": {"type": "string"},
                  "clause": {
                    "type": "object",
                    "required": ["section", "words", "derivation"],
                    "properties": {
                      "section": {"type": "string"},
                      "words": {"type": "string"},
                      "derivation": {"type": ["string", "null"]}
                    }
                  },
                  "cause": {
                    "type": "object",
                    "required": ["kind", "text"],
                    "properties": {
                      "kind": {"enum": ["sdk-attached", "sdk-sent", "sdk-omitted", "server-supplied", "server-answer",
                        "redirect", "referer", "cookie", "expanded-macro", "web-view", "unknown"]},
                      "text": {"type": "string"}
                    }
                  },
                  "message": {"type": "string"},
                  "do": {"type": "string"}
                }
              }
            },
            "rules": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["rule", "slug", "severity", "verdict", "reason", "findings", "remarks"],
                "properties": {
                  "rule": {"type": "string"},
                  "slug": {"type": "string"},
                  "severity": {"enum": ["P0", "P1", "P2", "P3"]},
                  "verdict": {"enum": ["pass", "fail", "not-observed", "not-applicable", "needs-config"]},
                  "reason": {"type": "string"},
                  "findings": {"type": "integer"},
                  "remarks": {"type": "array", "items": {"type": "string"}}
                }
              }
            }
          },

        """#

    /// What other published forms share with it, and the end of the text.
    static let definitions = #"""
          "$defs": {
            "coverage": {
              "type": "object",
              "required": ["exchanges", "base_host", "counts", "hosts", "tunnels", "incomplete", "unread", "marks",
                "clock_scale", "told_urls", "joined_requests", "notes", "limits"],
              "properties": {
                "exchanges": {"type": "integer"},
                "base_host": {
                  "type": "object",
                  "required": ["source"],
                  "properties": {
                    "host": {"type": "string"},
                    "source": {"enum": ["configuration", "tape-header", "inferred", "ambiguous", "unknown"]},
                    "candidates": {"type": "array", "items": {"type": "string"}}
                  }
                },
                "counts": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["party", "role", "count"],
                    "properties": {
                      "party": {"enum": ["first", "third", "unknown"]},
                      "role": {"type": "string"},
                      "count": {"type": "integer"}
                    }
                  }
                },
                "hosts": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["host", "party", "count"],
                    "properties": {
                      "host": {"type": "string"},
                      "party": {"enum": ["first", "third", "unknown"]},
                      "count": {"type": "integer"}
                    }
                  }
                },
                "tunnels": {"type": "array", "items": {"$ref": "#/$defs/gap"}},
                "incomplete": {"type": "array", "items": {"$ref": "#/$defs/gap"}},
                "unread": {"type": "array", "items": {"$ref": "#/$defs/gap"}},
                "marks": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["key", "value", "after"],
                    "properties": {
                      "key": {"type": "string"},
                      "value": {"type": "string"},
                      "after": {"type": "integer"}
                    }
                  }
                },
                "clock_scale": {"type": ["string", "null"]},
                "told_urls": {"type": "integer"},
                "joined_requests": {"type": "integer"},
                "notes": {"type": "array", "items": {"type": "string"}},
                "limits": {"type": "array", "items": {"type": "string"}}
              }
            },
            "bytes": {
              "description": "The first byte and the one after the last, counted in the part.",
              "type": "array",
              "items": {"type": "integer"},
              "minItems": 2,
              "maxItems": 2
            },
            "place": {
              "type": "object",
              "required": ["part", "surface", "name", "bytes"],
              "properties": {
                "part": {"enum": ["target", "request-head", "request-content", "response-head", "response-content",
                  "websocket-message"]},
                "surface": {"enum": ["path", "query", "fragment", "header", "cookie", "referer", "form", "json",
                  "body"]},
                "name": {"type": "string"},
                "bytes": {"$ref": "#/$defs/bytes"},
                "layers": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["name", "bytes", "there"],
                    "properties": {
                      "name": {"type": "string"},
                      "bytes": {"$ref": "#/$defs/bytes"},
                      "there": {"$ref": "#/$defs/bytes"}
                    }
                  }
                },
                "innermost": {"$ref": "#/$defs/bytes"}
              }
            },
            "gap": {
              "type": "object",
              "required": ["exchange", "host", "text"],
              "properties": {
                "exchange": {"type": "integer"},
                "host": {"type": "string"},
                "text": {"type": "string"}
              }
            }
          }
        }
        """#
}

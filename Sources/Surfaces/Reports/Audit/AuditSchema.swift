/// The published form of the audit report as JSON (JSON Schema 2020-12).
///
/// Members may be added within one format number; none is removed or changes its meaning.
package enum AuditSchema {
    package static let format = "fita.audit/1"

    package static let text = properties + VerificationSchema.definitions

    private static let properties = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "fita audit report",
          "type": "object",
          "required": ["format", "tool", "language", "configuration_sha256", "answer", "coverage", "tapes", "findings",
            "matrix", "rules"],
          "properties": {
            "format": {"const": "fita.audit/1"},
            "tool": {"type": "string"},
            "language": {"enum": ["en", "pt-BR"]},
            "configuration_sha256": {"type": "string"},
            "answer": {"type": "string"},
            "coverage": {"$ref": "#/$defs/coverage"},
            "tapes": {
              "description": "Each tape with its hash tree (RFC 6962); several were judged as one, in this order.",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["label", "file", "id", "recorded_by", "exchanges", "leaves", "root_sha256", "coverage"],
                "properties": {
                  "label": {"type": ["string", "null"]},
                  "file": {"type": "string"},
                  "id": {"type": ["string", "null"]},
                  "recorded_by": {"type": ["string", "null"]},
                  "exchanges": {"type": "integer"},
                  "leaves": {"type": "integer"},
                  "root_sha256": {"type": "string"},
                  "coverage": {"anyOf": [{"$ref": "#/$defs/coverage"}, {"type": "null"}]}
                }
              }
            },
            "findings": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["rule", "slug", "severity", "question", "exchange", "tape", "tape_exchange", "request",
                  "places", "saw", "cause", "clause", "message", "do", "leaf", "leaf_sha256"],
                "properties": {
                  "rule": {"type": "string"},
                  "slug": {"type": "string"},
                  "severity": {"enum": ["P0", "P1", "P2", "P3"]},
                  "question": {"type": "string"},
                  "exchange": {"type": "integer"},
                  "tape": {"type": ["string", "null"]},
                  "tape_exchange": {"type": "integer"},
                  "request": {"type": "string"},
                  "places": {"type": "array", "items": {"$ref": "#/$defs/place"}},
                  "saw": {"type": "string"},
                  "cause": {
                    "type": "object",
                    "required": ["kind", "text"],
                    "properties": {"kind": {"type": "string"}, "text": {"type": "string"}}
                  },
                  "clause": {
                    "type": "object",
                    "required": ["section", "words", "derivation"],
                    "properties": {
                      "section": {"type": "string"},
                      "words": {"type": "string"},
                      "derivation": {"type": ["string", "null"]}
                    }
                  },
                  "message": {"type": "string"},
                  "do": {"type": "string"},
                  "leaf": {"type": ["integer", "null"]},
                  "leaf_sha256": {"type": ["string", "null"]}
                }
              }
            },
            "matrix": {
              "type": "object",
              "required": ["hosts", "cells", "hosts_left_out"],
              "properties": {
                "hosts": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["host", "party", "requests"],
                    "properties": {
                      "host": {"type": "string"},
                      "party": {"enum": ["first", "third", "unknown"]},
                      "requests": {"type": "integer"}
                    }
                  }
                },
                "cells": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["host", "field", "requests", "values", "causes", "severity", "first_exchange"],
                    "properties": {
                      "host": {"type": "string"},
                      "field": {"type": "string"},
                      "requests": {"type": "integer"},
                      "values": {"type": "integer"},
                      "causes": {"type": "array", "items": {"type": "string"}},
                      "severity": {"type": ["string", "null"]},
                      "first_exchange": {"type": "integer"}
                    }
                  }
                },
                "hosts_left_out": {"type": "integer"}
              }
            },
            "rules": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["rule", "slug", "family", "severity", "question", "verdict", "reason", "findings",
                  "remarks"],
                "properties": {
                  "rule": {"type": "string"},
                  "slug": {"type": "string"},
                  "family": {"type": "string"},
                  "severity": {"enum": ["P0", "P1", "P2", "P3"]},
                  "question": {"type": "string"},
                  "verdict": {"enum": ["pass", "fail", "not-observed", "not-applicable", "needs-config"]},
                  "reason": {"type": "string"},
                  "findings": {"type": "integer"},
                  "remarks": {"type": "array", "items": {"type": "string"}}
                }
              }
            }
          },

        """#
}

//! What a client sends and what it can take, as its headers tell.

use http::{HeaderMap, StatusCode, header::ACCEPT};

use super::{front::Front, header::Field, reply::Refused};

/// What the specification tells clients to send.
const USUAL_KIND: &str = "application/json";
const USUAL_ACCEPT: &str = "application/json, text/event-stream";

/// The kinds of answers that a client can take; at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accepts {
    pub(super) json: bool,
    pub(super) events: bool,
}

impl Accepts {
    /// One answer, and no events before it.
    pub(super) const JSON: Self = Self {
        json: true,
        events: false,
    };
    /// A stream, and nothing else.
    const EVENTS: Self = Self {
        json: false,
        events: true,
    };
}

/// Refuses everything but plain JSON; `text/plain` above all, which any page may send anywhere.
pub(super) fn check_content(front: &Front<'_>) -> Result<(), Refused> {
    let unsupported = |message| Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
    if !is_json(front.content_type) {
        return Err(unsupported(
            "Unsupported media type: send `Content-Type: application/json`, in UTF-8",
        ));
    }
    match front.content_encoding.text() {
        Ok(None) => Ok(()),
        Ok(Some(coding)) if coding.is_empty() || coding.eq_ignore_ascii_case("identity") => Ok(()),
        _ => Err(unsupported(
            "Unsupported media type: send the body without `Content-Encoding`",
        )),
    }
}

/// Reads `Accept`, which may be there more than once. Whoever doesn't ask for an event stream by name gets none.
pub(super) fn accepts(accept: Field<'_>, headers: &HeaderMap) -> Result<Accepts, Refused> {
    if accept.is(USUAL_ACCEPT) {
        return Ok(Accepts {
            json: true,
            events: true,
        });
    }
    let (mut json, mut events, mut given) = (Choice::default(), Choice::default(), false);
    for text in headers
        .get_all(ACCEPT)
        .iter()
        .map(|value| value.to_str().unwrap_or("?"))
    {
        for range in text
            .split(',')
            .map(str::trim_ascii)
            .filter(|range| !range.is_empty())
        {
            given = true;
            let (kind, parameters) = range.split_once(';').unwrap_or((range, ""));
            let wanted = !parameters.split(';').any(is_zero_quality);
            let kind = kind.trim_ascii();
            json.consider(kind, ["application/json", "application/*", "*/*"], wanted);
            events.consider(kind, ["text/event-stream", "text/*", ""], wanted);
        }
    }
    let accepts = Accepts {
        json: json.wanted || !given,
        events: events.wanted,
    };
    if accepts.json || accepts.events {
        return Ok(accepts);
    }
    Err(Refused::new(
        StatusCode::NOT_ACCEPTABLE,
        "Not acceptable: accept `application/json`, `text/event-stream`, or both",
    ))
}

/// Reads the `Accept` of a request that is answered with a stream of events and nothing else.
pub(super) fn accepts_events(accept: Field<'_>, headers: &HeaderMap) -> Result<Accepts, Refused> {
    let accepts = accepts(accept, headers)
        .ok()
        .filter(|accepts| accepts.events);
    accepts.map(|_| Accepts::EVENTS).ok_or_else(|| {
        Refused::new(
            StatusCode::NOT_ACCEPTABLE,
            "Not acceptable: this is answered with `text/event-stream`",
        )
    })
}

/// What is said of one media type, by the most specific range that speaks of it.
#[derive(Default)]
struct Choice {
    specificity: usize,
    wanted: bool,
}

impl Choice {
    /// Takes a range into account; `ranges` are those that count, the most specific first.
    fn consider(&mut self, kind: &str, ranges: [&str; 3], wanted: bool) {
        let Some(place) = ranges
            .iter()
            .position(|range| range.eq_ignore_ascii_case(kind))
        else {
            return;
        };
        let specificity = ranges.len() - place;
        if specificity > self.specificity {
            *self = Self {
                specificity,
                wanted,
            };
        } else if specificity == self.specificity {
            self.wanted |= wanted;
        }
    }
}

fn is_zero_quality(parameter: &str) -> bool {
    parameter.split_once('=').is_some_and(|(name, value)| {
        name.trim_ascii().eq_ignore_ascii_case("q")
            && value.trim_ascii().parse::<f32>().is_ok_and(|q| q <= 0.0)
    })
}

fn is_json(kind: Field<'_>) -> bool {
    kind.is(USUAL_KIND) || matches!(kind.text(), Ok(Some(kind)) if names_json(kind))
}

fn names_json(kind: &str) -> bool {
    let (essence, parameters) = kind.split_once(';').unwrap_or((kind, ""));
    essence.trim_ascii().eq_ignore_ascii_case(USUAL_KIND) && parameters.split(';').all(keeps_utf8)
}

fn keeps_utf8(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else {
        return true;
    };
    let charset = value.trim_ascii().trim_matches('"');
    !name.trim_ascii().eq_ignore_ascii_case("charset")
        || ["utf-8", "utf8"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(charset))
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header::ACCEPT};

    use super::{Accepts, Field, accepts, names_json};
    use crate::transport::http::header::fields;

    #[test]
    fn accept_decides_between_json_and_events() {
        for (header, expected) in [
            ("", Some((true, false))),
            ("*/*", Some((true, false))),
            ("application/*", Some((true, false))),
            ("application/json", Some((true, false))),
            ("Application/JSON, text/event-stream", Some((true, true))),
            (
                "application/json;q=0.1,text/event-stream;q=1",
                Some((true, true)),
            ),
            ("text/event-stream", Some((false, true))),
            ("text/event-stream, */*", Some((true, true))),
            (
                "text/event-stream, application/json;q=0",
                Some((false, true)),
            ),
            ("application/json; q=0.000, */*", None),
            ("*/*;q=0, application/json", Some((true, false))),
            (
                "text/event-stream;q=0, application/json",
                Some((true, false)),
            ),
            ("text/html", None),
            ("application/json;q=0", None),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(header))]);
            let expected = expected.map(|(json, events)| Accepts { json, events });
            let [accept] = fields(&headers, &[ACCEPT]);
            assert_eq!(accepts(accept, &headers).ok(), expected, "{header}");
        }
        assert_eq!(
            accepts(Field::Absent, &HeaderMap::new()).ok(),
            Some(Accepts {
                json: true,
                events: false
            })
        );
    }

    #[test]
    fn json_is_utf8_json() {
        for kind in [
            "application/json",
            "Application/Json; charset=UTF-8",
            "application/json;charset=\"utf-8\"",
            "application/json;",
        ] {
            assert!(names_json(kind), "{kind}");
        }
        for kind in [
            "text/plain",
            "",
            "application/json-rpc",
            "application/json; charset=latin1",
            "text/json",
        ] {
            assert!(!names_json(kind), "{kind}");
        }
    }
}

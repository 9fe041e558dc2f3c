//! The calls that are measured, with the answers they must bring.

use serde_json::Value;

use crate::Result;
use crate::era::Era;

/// All ids have seven digits, so that all requests and all answers of a case have one length.
const FIRST_ID: u64 = 1_000_000;
const IDS: u64 = 9_000_000;

const BIG: usize = 1024 * 1024;

const ORDER: &str = concat!(
    r#"{"order":{"customer":"Ada Lovelace","quantity":12,"discount":0.15,"express":true,"priority":"high","#,
    r#""address":{"street":"12 St James's Square","city":"London","zip":"SW1Y 4JH"},"#,
    r#""lines":[{"sku":"AX-100","count":3},{"sku":"BY-200","count":9}],"#,
    r#""labels":{"channel":"web","region":"eu"},"note":"Ring twice.","weight":1250}}"#,
);

/// A kind of call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// `echo` of a short string.
    Echo,
    /// `summarize` of three numbers.
    Summarize,
    /// `ship` of an order with ten members, nested and bounded.
    Ship,
    /// `echo` of 1 MiB.
    Big,
    /// `tools/list`.
    List,
}

impl Case {
    pub(crate) fn parse(name: &str) -> Result<Self> {
        match name {
            "echo" => Ok(Self::Echo),
            "summarize" => Ok(Self::Summarize),
            "ship" => Ok(Self::Ship),
            "big" => Ok(Self::Big),
            "list" => Ok(Self::List),
            other => Err(format!("unknown case {other}").into()),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Echo => "echo",
            Self::Summarize => "summarize",
            Self::Ship => "ship",
            Self::Big => "big",
            Self::List => "list",
        }
    }

    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::List => "tools/list",
            _ => "tools/call",
        }
    }

    /// The tool called, if it is a call.
    pub(crate) fn tool(self) -> Option<&'static str> {
        match self {
            Self::Echo | Self::Big => Some("echo"),
            Self::Summarize => Some("summarize"),
            Self::Ship => Some("ship"),
            Self::List => None,
        }
    }

    /// The request, in which the id is replaced from call to call.
    pub(crate) fn request(self, era: Era) -> Template {
        let head = format!(
            r#"{{"jsonrpc":"2.0","id":{FIRST_ID},"method":"{}","params":{{"#,
            self.method()
        );
        let call = self
            .tool()
            .map(|tool| format!(r#""name":"{tool}","arguments":{}"#, self.arguments()));
        let meta = era.meta().map(str::to_owned);
        let params: Vec<String> = call.into_iter().chain(meta).collect();
        Template::new(format!("{head}{}}}}}", params.join(",")).into_bytes())
    }

    fn arguments(self) -> String {
        match self {
            Self::Summarize => r#"{"values":[1,2,3]}"#.to_owned(),
            Self::Ship => ORDER.to_owned(),
            _ => format!(r#"{{"message":"{}"}}"#, self.text()),
        }
    }

    /// The text that comes back.
    fn text(self) -> String {
        match self {
            Self::Big => "abcdefgh".repeat(BIG / 8),
            Self::Ship => "12 boxes for Ada Lovelace in London".to_owned(),
            _ => "The quick brown fox jumps over the lazy dog".to_owned(),
        }
    }

    /// Fails unless the answer is the right one, as a whole.
    fn check(self, era: Era, id: u64, answer: &[u8]) -> Result<()> {
        let (text, structured) = match self {
            Self::List => return check_list(answer),
            Self::Summarize => (
                r#"{\"count\":3,\"total\":6.0}"#.to_owned(),
                r#"{"count":3,"total":6.0}"#.to_owned(),
            ),
            _ => (self.text(), format!(r#"{{"result":"{}"}}"#, self.text())),
        };
        let head = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{text}"}}],"#
        );
        let tail = era.result_tail();
        let expected = format!(r#"{head}"structuredContent":{structured}{tail}"#);
        if answer == expected.as_bytes() || says_the_same(answer, expected.as_bytes()) {
            return Ok(());
        }
        Err(format!(
            "wrong answer\n  expected {}\n  got      {}",
            shortened(expected.as_bytes()),
            shortened(answer)
        )
        .into())
    }
}

/// Whether an answer that is written in another way has the same content under the same id. Servers may add members of
/// their own, or leave out who they are.
fn says_the_same(answer: &[u8], expected: &[u8]) -> bool {
    let read = |json| serde_json::from_slice::<Value>(json).ok();
    let (Some(answer), Some(expected)) = (read(answer), read(expected)) else {
        return false;
    };
    let (got, wanted) = (&answer["result"], &expected["result"]);
    // JSON in a text may be indented
    let text = |result: &Value| {
        let text = result["content"][0]["text"].as_str()?;
        Some(serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)))
    };
    let structured = |result: &Value| Some(floats(result["structuredContent"].clone()));
    answer["id"] == expected["id"]
        && got["isError"] != true
        && text(got).map(floats) == text(wanted).map(floats)
        && structured(got) == structured(wanted)
}

/// A value in which 6 and 6.0 are the same.
fn floats(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| (name, floats(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(floats).collect(),
        other => other,
    }
}

/// Schemas and descriptions differ between servers, but all tools have to be there.
fn check_list(answer: &[u8]) -> Result<()> {
    let answer: Value = serde_json::from_slice(answer)?;
    let tools = answer["result"]["tools"]
        .as_array()
        .ok_or("the answer holds no tools")?;
    for name in ["echo", "summarize", "ship"] {
        let tool = tools
            .iter()
            .find(|tool| tool["name"] == name)
            .ok_or(format!("{name} is not in the list"))?;
        if tool["inputSchema"]["type"] != "object" {
            return Err(format!("{name} has no input schema").into());
        }
    }
    Ok(())
}

/// The beginning of what may be very long.
pub(crate) fn shortened(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned()
}

/// A request whose id can be replaced in place.
#[derive(Clone)]
pub(crate) struct Template {
    bytes: Vec<u8>,
    id_at: usize,
    sent: u64,
}

impl Template {
    fn new(bytes: Vec<u8>) -> Self {
        let id = FIRST_ID.to_string();
        let id_at =
            memchr::memmem::find(&bytes, id.as_bytes()).expect("the request holds its first id");
        Self {
            bytes,
            id_at,
            sent: 0,
        }
    }

    /// Puts an HTTP head before it or a line end behind it.
    pub(crate) fn framed(mut self, before: &[u8], after: &[u8]) -> Self {
        self.bytes.splice(..0, before.iter().copied());
        self.bytes.extend_from_slice(after);
        self.id_at += before.len();
        self
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The next request with its id.
    pub(crate) fn next(&mut self) -> (u64, &[u8]) {
        let id = FIRST_ID + self.sent % IDS;
        self.sent += 1;
        let mut rest = id;
        for digit in self.bytes[self.id_at..self.id_at + 7].iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        (id, &self.bytes)
    }
}

/// Checks a server's answers: the first as a whole, the others by id and length.
pub(crate) struct Checker {
    case: Case,
    era: Era,
    length: Option<usize>,
}

impl Checker {
    pub(crate) fn new(case: Case, era: Era) -> Self {
        Self {
            case,
            era,
            length: None,
        }
    }

    /// Fails unless this is the right answer to the request with that id.
    pub(crate) fn check(&mut self, id: u64, answer: &[u8]) -> Result<()> {
        let Some(length) = self.length else {
            self.case.check(self.era, id, answer)?;
            self.length = Some(answer.len());
            return Ok(());
        };
        if answer.len() == length && answered_id(answer) == Some(id) {
            return Ok(());
        }
        Err(format!("wrong answer to request {id}: {}", shortened(answer)).into())
    }
}

/// The id of an answer, which stands before the result or behind it.
pub(crate) fn answered_id(answer: &[u8]) -> Option<u64> {
    const MEMBER: &[u8] = br#""id":"#;
    let at = match answer.strip_prefix(br#"{"jsonrpc":"2.0","id":"#) {
        Some(rest) => answer.len() - rest.len(),
        None => memchr::memmem::rfind(answer, MEMBER)? + MEMBER.len(),
    };
    let digits = answer.get(at..at + 7)?;
    digits.iter().try_fold(0, |id, digit| {
        digit
            .is_ascii_digit()
            .then(|| id * 10 + u64::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn summary(id: u64) -> Vec<u8> {
        let head = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","#);
        let text = r#""text":"{\"count\":3,\"total\":6.0}"}],"#;
        let structured = r#""structuredContent":{"count":3,"total":6.0}"#;
        let tail = Era::Modern.result_tail();
        format!("{head}{text}{structured}{tail}").into_bytes()
    }

    #[test]
    fn requests_of_both_eras_are_json() {
        for era in [Era::Modern, Era::Legacy] {
            for case in [Case::Echo, Case::List] {
                let mut template = case.request(era);
                let request: Value = serde_json::from_slice(template.next().1).expect("JSON");
                assert_eq!(request["params"].get("_meta").is_some(), era == Era::Modern);
            }
        }
    }

    #[test]
    fn every_request_has_its_own_id_and_is_json() {
        let mut template = Case::Summarize.request(Era::Modern).framed(b"head", b"\n");
        for expected in [1_000_000, 1_000_001] {
            let (id, bytes) = template.next();
            let value: Value = serde_json::from_slice(&bytes[4..]).expect("JSON");
            assert_eq!((id, value["id"].as_u64()), (expected, Some(expected)));
        }
    }

    #[test]
    fn accepts_right_answers() {
        let mut checker = Checker::new(Case::Summarize, Era::Modern);
        checker
            .check(1_000_000, &summary(1_000_000))
            .expect("right as a whole");
        checker
            .check(1_000_001, &summary(1_000_001))
            .expect("right by id and length");
    }

    #[test]
    fn takes_answers_that_are_written_in_another_way() {
        let other = |total: f64| {
            let text = json!({ "count": 3, "total": total }).to_string();
            let content = json!([{ "type": "text", "text": text }]);
            let structured = json!({ "count": 3, "total": 6.0 });
            let result =
                json!({ "content": content, "isError": false, "structuredContent": structured });
            json!({ "result": result, "jsonrpc": "2.0", "id": 1_000_000 }).to_string()
        };
        let check = |answer: String| {
            Checker::new(Case::Summarize, Era::Modern).check(1_000_000, answer.as_bytes())
        };
        check(other(6.0)).expect("the same");
        assert!(check(other(7.0)).is_err());
        let answer = br#"{"result":{},"jsonrpc":"2.0","id":1000007}"#;
        assert_eq!(answered_id(answer), Some(1_000_007));
    }

    #[test]
    fn refuses_a_wrong_first_answer_a_foreign_id_and_another_length() {
        let mut checker = Checker::new(Case::Summarize, Era::Modern);
        assert!(checker.check(1_000_000, b"{}").is_err());
        checker
            .check(1_000_000, &summary(1_000_000))
            .expect("right as a whole");
        assert!(checker.check(1_000_001, &summary(1_000_000)).is_err());
        let longer = [summary(1_000_002), b" ".to_vec()].concat();
        assert!(checker.check(1_000_002, &longer).is_err());
    }
}

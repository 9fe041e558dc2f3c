//! The contract of the server under test, against a file.

use std::{fs, path::Path};

use ferramenta_contract::Contract;

use super::TestClient;

/// What is set to write the file anew.
const UPDATE: &str = "UPDATE_CONTRACT";

impl TestClient {
    /// Fails unless the server promises what the file says, a path below the crate's folder such as `contract.json`;
    /// the message has each change, and what it means for those who rely on the file.
    ///
    /// With `UPDATE_CONTRACT=1` in the environment the file is written anew, for review with all else that has
    /// changed; so it is made in the first place. The program's own `contract write` does the same.
    ///
    /// # Panics
    /// When something has changed, or the file can't be read or written.
    #[track_caller]
    pub fn assert_contract(&self, file: impl AsRef<Path>) {
        let file = file.as_ref();
        let now = self.connection.dispatcher().catalog().contract();
        let update = std::env::var_os(UPDATE).is_some_and(|value| value == "1");
        let outcome = if update {
            fs::write(file, now.to_json()).map_err(|error| error.to_string())
        } else {
            compare(file, &now)
        };
        if let Err(problem) = outcome {
            panic!("{}: {problem}", file.display());
        }
    }
}

fn compare(file: &Path, now: &Contract) -> Result<(), String> {
    let advice = format!("run the test with {UPDATE}=1 and commit the file");
    let text =
        fs::read_to_string(file).map_err(|error| format!("{error}; to write it, {advice}"))?;
    let before = Contract::from_json(&text)
        .map_err(|problem| format!("{problem}; to write it anew, {advice}"))?;
    let changes = before.changes_to(now);
    if changes.is_empty() {
        return Ok(());
    }
    let changes: String = changes
        .iter()
        .map(|change| format!("\n  {change}"))
        .collect();
    Err(format!(
        "the server promises something else:{changes}\nto accept that, {advice}"
    ))
}

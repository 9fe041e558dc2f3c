use ferramenta::{
    Messages, Question, Questions, Reply, Sampling, ToolResult, prompt, schema, tool,
};
use serde_json::{Value, json};

/// The tools that ask.
pub(crate) type Tools = (
    (test_sampling, test_elicitation),
    (
        test_elicitation_sep1034_defaults,
        test_elicitation_sep1330_enums,
    ),
    (test_missing_capability, test_streaming_elicitation),
    (
        test_input_required_result_elicitation,
        test_input_required_result_sampling,
        test_input_required_result_list_roots,
        test_input_required_result_request_state,
        test_input_required_result_multiple_inputs,
        test_input_required_result_multi_round,
        test_input_required_result_tampered_state,
        test_input_required_result_capabilities,
    ),
);

#[schema]
pub(crate) struct Account {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

#[schema]
pub(crate) struct Name {
    name: String,
}

#[schema]
pub(crate) struct Confirm {
    ok: bool,
}

#[schema(rename_all = "lowercase")]
pub(crate) enum Status {
    Active,
    Inactive,
    Pending,
}

#[schema]
pub(crate) struct Defaults {
    /// User name
    #[arg(default = "John Doe")]
    name: String,
    /// User age
    #[arg(default = 30)]
    age: u32,
    /// User score
    #[arg(default = 95.5)]
    score: f64,
    /// User status
    #[arg(default = Status::Active)]
    status: Status,
    /// Verification status
    #[arg(default = true)]
    verified: bool,
}

/// What the user did, in words.
fn told<T>(reply: &Reply<T>, accepted: impl FnOnce(&T) -> String) -> String {
    match reply {
        Reply::Accepted(answer) => accepted(answer),
        Reply::Declined => "The user declined".into(),
        Reply::Cancelled => "The user cancelled".into(),
    }
}

/// Asks the client's model.
#[tool]
pub(crate) async fn test_sampling(
    /// The prompt to send to the LLM
    prompt: String,
    questions: Questions,
) -> ToolResult<String> {
    let sampled = questions
        .sample("prompt", Sampling::new(prompt, 100))
        .await?;
    Ok(format!("LLM response: {}", sampled.text()))
}

/// Asks the user for an account.
#[tool]
pub(crate) async fn test_elicitation(
    /// The message to show the user
    message: String,
    questions: Questions,
) -> ToolResult<String> {
    let reply = questions.ask::<Account>("account", message).await?;
    Ok(told(&reply, |Account { username, email }| {
        format!("User response: {username}, {email}")
    }))
}

/// Asks with defaults of every kind.
#[tool]
pub(crate) async fn test_elicitation_sep1034_defaults(questions: Questions) -> ToolResult<String> {
    let message = "Please review and update the form fields with defaults";
    let reply = questions.ask::<Defaults>("defaults", message).await?;
    Ok(told(&reply, |form| {
        format!("Elicitation completed: {}, {}", form.name, form.age)
    }))
}

/// Asks with choices of every kind.
#[tool]
pub(crate) async fn test_elicitation_sep1330_enums(questions: Questions) -> ToolResult<String> {
    let question = Question::form_of("choices", "Please select options", &choices());
    let (reply,) = questions.ask_all((question,)).await?;
    Ok(told(&reply, |chosen| {
        let chosen = Value::Object(chosen.clone());
        format!("Elicitation completed: {chosen}")
    }))
}

fn choices() -> Value {
    let options = ["option1", "option2", "option3"];
    let titled = [
        ("value1", "First Option"),
        ("value2", "Second Option"),
        ("value3", "Third Option"),
    ];
    let titled: Value = titled
        .iter()
        .map(|(value, title)| json!({ "const": value, "title": title }))
        .collect();
    json!({
        "type": "object",
        "properties": {
            "untitledSingle": { "type": "string", "enum": options },
            "titledSingle": { "type": "string", "oneOf": titled },
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": { "type": "array", "items": { "type": "string", "enum": options } },
            "titledMulti": { "type": "array", "items": { "anyOf": titled } },
        },
        "required": [],
    })
}

/// Needs a client whose model can be asked.
#[tool]
pub(crate) async fn test_missing_capability(questions: Questions) -> ToolResult<String> {
    let sampling = Sampling::new("Say hello.", 100);
    Ok(questions.sample("hello", sampling).await?.text())
}

/// Asks on a stream of its own.
#[tool]
pub(crate) async fn test_streaming_elicitation(questions: Questions) -> ToolResult<String> {
    let reply = questions.ask::<Confirm>("confirm", "Go on?").await?;
    Ok(told(&reply, |confirm| format!("ok: {}", confirm.ok)))
}

/// Asks for a name.
#[tool]
pub(crate) async fn test_input_required_result_elicitation(
    questions: Questions,
) -> ToolResult<String> {
    let reply = questions
        .ask::<Name>("user_name", "What is your name?")
        .await?;
    Ok(told(&reply, |Name { name }| format!("Hello, {name}!")))
}

/// Asks the client's model for a capital.
#[tool]
pub(crate) async fn test_input_required_result_sampling(
    questions: Questions,
) -> ToolResult<String> {
    let sampling = Sampling::new("What is the capital of France?", 100);
    Ok(questions.sample("capital_question", sampling).await?.text())
}

/// Asks for the client's roots.
#[tool]
pub(crate) async fn test_input_required_result_list_roots(
    questions: Questions,
) -> ToolResult<String> {
    let roots = questions.roots("client_roots").await?;
    let uris: Vec<_> = roots.into_iter().map(|root| root.uri).collect();
    Ok(format!("Roots: {}", uris.join(", ")))
}

/// Has the client keep a state.
#[tool]
pub(crate) async fn test_input_required_result_request_state(
    questions: Questions,
) -> ToolResult<String> {
    let reply = questions
        .ask::<Confirm>("confirm", "Please confirm")
        .await?;
    Ok(told(&reply, |_| "state-ok".into()))
}

/// Asks for three things at once.
#[tool]
pub(crate) async fn test_input_required_result_multiple_inputs(
    questions: Questions,
) -> ToolResult<String> {
    let name = Question::form::<Name>("user_name", "What is your name?");
    let greeting = Question::sampling("greeting", Sampling::new("Generate a greeting", 50));
    let roots = Question::roots("client_roots");
    let (name, greeting, roots) = questions.ask_all((name, greeting, roots)).await?;
    let name = told(&name, |Name { name }| name.clone());
    let count = roots.len();
    Ok(format!("{}, {name}! {count} roots", greeting.text()))
}

/// Asks in two rounds.
#[tool]
pub(crate) async fn test_input_required_result_multi_round(
    questions: Questions,
) -> ToolResult<String> {
    let first = questions
        .ask::<Name>("step1", "Step 1: What is your name?")
        .await?;
    let second = questions
        .ask::<Colour>("step2", "Step 2: What is your favourite colour?")
        .await?;
    let name = told(&first, |Name { name }| name.clone());
    let colour = told(&second, |Colour { color }| color.clone());
    Ok(format!("{name} likes {colour}"))
}

#[schema]
pub(crate) struct Colour {
    color: String,
}

/// Has the client keep a state that it can't change.
#[tool]
pub(crate) async fn test_input_required_result_tampered_state(
    questions: Questions,
) -> ToolResult<String> {
    let reply = questions
        .ask::<Confirm>("confirm", "Please confirm")
        .await?;
    Ok(told(&reply, |_| "state-ok".into()))
}

/// Asks what the client can answer.
#[tool]
pub(crate) async fn test_input_required_result_capabilities(
    questions: Questions,
) -> ToolResult<String> {
    if questions.can_ask() {
        let reply = questions
            .ask::<Name>("user_name", "What is your name?")
            .await?;
        return Ok(told(&reply, |Name { name }| format!("Hello, {name}!")));
    }
    let sampling = Sampling::new("Say hello.", 100);
    Ok(questions.sample("greeting", sampling).await?.text())
}

#[schema]
pub(crate) struct UserContext {
    context: String,
}

/// Asks for what the prompt is about.
#[prompt]
pub(crate) async fn test_input_required_result_prompt(
    questions: Questions,
) -> ToolResult<Messages> {
    let question = "What context should the prompt use?";
    let reply = questions
        .ask::<UserContext>("user_context", question)
        .await?;
    let context = told(&reply, |UserContext { context }| context.clone());
    Ok(Messages::new().user(format!("Use the following context: {context}")))
}

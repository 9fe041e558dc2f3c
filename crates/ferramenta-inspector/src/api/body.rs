//! Bodies: JSON in, JSON out.

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use serde::{Serialize, de::DeserializeOwned};

use crate::refusal::Refusal;

/// Longest body of a request, in bytes.
pub(super) const MAX_BODY: usize = 16 << 20;

/// A body that is a JSON object of that shape.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        check_type(&request)?;
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                format!("a body has at most {MAX_BODY} bytes"),
            ),
            _ => Refusal::invalid("the body can't be read"),
        })?;
        // serde would take a list for a struct as well
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Refusal::invalid("the body is a JSON object"));
        }
        let body = serde_json::from_slice(&bytes);
        body.map(Self)
            .map_err(|error| Refusal::invalid(error.to_string()))
    }
}

fn check_type(request: &Request) -> Result<(), Refusal> {
    let given = request.headers().get(header::CONTENT_TYPE);
    let essence = given
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    if essence.trim().eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(Refusal::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "content_type",
        "Content-Type must be application/json",
    ))
}

/// # Errors
/// When the value can't be written as JSON.
pub(super) fn json_answer(value: &impl Serialize) -> Result<Response, Refusal> {
    let body = serde_json::to_string(value).map_err(|error| {
        Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            error.to_string(),
        )
    })?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, body).into_response())
}

use std::{
    future::poll_fn,
    pin::Pin,
    task::{Context as Task, Poll},
};

use super::{Question, Questions, offers::Need};
use crate::Failure;

/// Questions that are put at once: a tuple of up to eight [`Question`]s, or a list of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be asked at once",
    label = "neither a tuple nor a list of questions",
    note = "write a tuple of `Question::form::<T>(key, message)` and the like, also for one: `(question,)`"
)]
pub trait QuestionSet: Send {
    /// What comes back, in the same order.
    type Replies: Send;

    /// What they need of the client.
    #[doc(hidden)]
    fn needs(&self) -> Needs;

    /// Asks them.
    #[doc(hidden)]
    fn ask(
        self,
        questions: &Questions,
    ) -> impl Future<Output = Result<Self::Replies, Failure>> + Send;
}

/// What questions need of the client.
#[derive(Debug)]
pub struct Needs(pub(super) Vec<Need>);

/// A question that is being asked.
struct Asked<'a, R> {
    asking: Pin<Box<dyn Future<Output = Result<R, Failure>> + Send + 'a>>,
    reply: Option<Result<R, Failure>>,
}

/// How far a question is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Answered,
    Failed,
}

/// Whether questions are done: all are answered, or one of them can't be.
fn done(states: &[State]) -> Poll<()> {
    if states.contains(&State::Open) && !states.contains(&State::Failed) {
        Poll::Pending
    } else {
        Poll::Ready(())
    }
}

impl<'a, R: Send + 'a> Asked<'a, R> {
    fn new(questions: &'a Questions, question: &'a Question<R>) -> Self {
        Self {
            asking: Box::pin(questions.one(question)),
            reply: None,
        }
    }

    /// Asks on.
    fn poll(&mut self, task: &mut Task<'_>) -> State {
        if self.reply.is_none()
            && let Poll::Ready(reply) = self.asking.as_mut().poll(task)
        {
            self.reply = Some(reply);
        }
        match &self.reply {
            None => State::Open,
            Some(Ok(_)) => State::Answered,
            Some(Err(_)) => State::Failed,
        }
    }

    /// Why it has no answer.
    fn failure(&mut self) -> Option<Failure> {
        self.reply.take_if(|reply| reply.is_err())?.err()
    }

    fn reply(self) -> Result<R, Failure> {
        let unanswered = || Err(Failure::hidden("a question wasn't answered"));
        self.reply.unwrap_or_else(unanswered)
    }
}

impl<R: Send> QuestionSet for Vec<Question<R>> {
    type Replies = Vec<R>;

    fn needs(&self) -> Needs {
        Needs(self.iter().map(|question| question.need).collect())
    }

    async fn ask(self, questions: &Questions) -> Result<Vec<R>, Failure> {
        let asked = self.iter().map(|question| Asked::new(questions, question));
        let mut asked: Vec<_> = asked.collect();
        poll_fn(|task| {
            let states = asked.iter_mut().map(|one| one.poll(task));
            done(&states.collect::<Vec<_>>())
        })
        .await;
        if let Some(failure) = asked.iter_mut().find_map(Asked::failure) {
            return Err(failure);
        }
        asked.into_iter().map(Asked::reply).collect()
    }
}

macro_rules! sets {
    ($($R:ident $question:ident)*) => {
        impl<$($R: Send),*> QuestionSet for ($(Question<$R>,)*) {
            type Replies = ($($R,)*);

            fn needs(&self) -> Needs {
                let ($($question,)*) = self;
                Needs(vec![$($question.need),*])
            }

            async fn ask(self, questions: &Questions) -> Result<Self::Replies, Failure> {
                let ($($question,)*) = self;
                $(let mut $question = Asked::new(questions, &$question);)*
                poll_fn(|task| done(&[$($question.poll(task)),*])).await;
                $(if let Some(failure) = $question.failure() {
                    return Err(failure);
                })*
                Ok(($($question.reply()?,)*))
            }
        }
    };
}
sets!(A a);
sets!(A a B b);
sets!(A a B b C c);
sets!(A a B b C c D d);
sets!(A a B b C c D d E e);
sets!(A a B b C c D d E e F f);
sets!(A a B b C c D d E e F f G g);
sets!(A a B b C c D d E e F f G g H h);

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

impl<'a, R: Send + 'a> Asked<'a, R> {
    fn new(questions: &'a Questions, question: &'a Question<R>) -> Self {
        Self {
            asking: Box::pin(questions.one(question)),
            reply: None,
        }
    }

    /// Whether it was answered.
    fn poll(&mut self, task: &mut Task<'_>) -> bool {
        if self.reply.is_none()
            && let Poll::Ready(reply) = self.asking.as_mut().poll(task)
        {
            self.reply = Some(reply);
        }
        self.reply.is_some()
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
            let mut open = asked.iter_mut().map(|one| !one.poll(task));
            // each has its turn
            match open.by_ref().filter(|open| *open).count() {
                0 => Poll::Ready(()),
                _ => Poll::Pending,
            }
        })
        .await;
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
                poll_fn(|task| {
                    let answered = [$($question.poll(task)),*];
                    if answered.contains(&false) { Poll::Pending } else { Poll::Ready(()) }
                })
                .await;
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

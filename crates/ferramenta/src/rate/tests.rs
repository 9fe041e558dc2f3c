use governor::clock::FakeRelativeClock;

use super::{table::MOST, *};

fn limiter(limit: RateLimit) -> (Limiter<FakeRelativeClock>, FakeRelativeClock) {
    let clock = FakeRelativeClock::default();
    let limiter = Limiter::with_clock(limit, clock.clone()).expect("a limit");
    (limiter, clock)
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn calls_come_back_one_after_the_other() {
    let (limiter, clock) = limiter(RateLimit::per_minute(10));
    for _ in 0..10 {
        assert_eq!(limiter.take(None), Ok(()));
    }
    assert_eq!(limiter.take(None), Err(seconds(6)));
    clock.advance(Duration::from_millis(2_500));
    assert_eq!(limiter.take(None), Err(Duration::from_millis(3_500)));
    clock.advance(Duration::from_millis(3_500));
    assert_eq!(limiter.take(None), Ok(()));
    assert_eq!(limiter.take(None), Err(seconds(6)));
    clock.advance(seconds(3_600));
    let taken = (0..20).filter(|_| limiter.take(None).is_ok()).count();
    assert_eq!(taken, 10, "no more than the burst is saved up");
}

#[test]
fn a_burst_is_apart_from_the_rate() {
    let (limiter, clock) = limiter(RateLimit::per_hour(60).burst(2));
    assert_eq!(
        [(); 3].map(|()| limiter.take(None).is_ok()),
        [true, true, false]
    );
    clock.advance(seconds(60));
    assert_eq!(limiter.take(None), Ok(()));
    assert_eq!(limiter.take(None), Err(seconds(60)));
}

#[test]
fn nobody_is_a_caller_and_shares_with_no_name() {
    let (limiter, _) = limiter(RateLimit::per_minute(1));
    for caller in [None, Some(""), Some("ada"), Some("bob")] {
        assert_eq!(limiter.take(caller), Ok(()), "{caller:?}");
        assert!(limiter.take(caller).is_err(), "{caller:?}");
    }
}

#[test]
fn what_the_server_refuses_is_not_counted_for_the_tool() {
    let clock = FakeRelativeClock::default();
    let limiter = |limit| Limiter::with_clock(limit, clock.clone());
    let tool = limiter(RateLimit::per_hour(3));
    let server = limiter(RateLimit::per_second(1));
    let call = || count(tool.as_ref(), server.as_ref(), Some("ada"));
    assert_eq!(call(), None);
    for _ in 0..10 {
        assert_eq!(
            call().as_deref(),
            Some("Rate limit reached: at most 1 call of this server per second; try again in 1 s")
        );
    }
    for _ in 0..2 {
        clock.advance(seconds(1));
        assert_eq!(call(), None);
    }
    clock.advance(seconds(1));
    assert_eq!(
        call().as_deref(),
        Some("Rate limit reached: at most 3 calls per hour; try again in 1197 s")
    );
    let other_tool = || count(None, server.as_ref(), Some("ada"));
    assert_eq!(other_tool(), None, "nor the other way round");
}

#[test]
fn waiting_times_are_rounded_up_and_numbers_agree() {
    let told = |limit, milliseconds| reached(limit, "", Duration::from_millis(milliseconds));
    for (limit, milliseconds, text) in [
        (
            RateLimit::per_minute(10),
            3_001,
            "10 calls per minute; try again in 4 s",
        ),
        (
            RateLimit::per_minute(10),
            4_000,
            "10 calls per minute; try again in 4 s",
        ),
        (
            RateLimit::per_hour(1),
            3_600_000,
            "1 call per hour; try again in 3600 s",
        ),
        (
            RateLimit::per_second(5),
            0,
            "5 calls per second; try again in 1 s",
        ),
    ] {
        assert_eq!(
            told(limit, milliseconds),
            format!("Rate limit reached: at most {text}")
        );
    }
}

#[test]
fn a_flood_of_callers_finds_a_bound() {
    let (limiter, clock) = limiter(RateLimit::per_hour(1));
    for caller in 0..5 * MOST {
        clock.advance(Duration::from_micros(1));
        assert_eq!(limiter.take(Some(&caller.to_string())), Ok(()));
        assert!(limiter.known() <= MOST, "{}", limiter.known());
    }
    assert!(
        limiter.known() > MOST / 2,
        "no more is forgotten than has to be"
    );
    clock.advance(seconds(2 * 3_601));
    for caller in 0..MOST / 2 {
        assert_eq!(limiter.take(Some(&format!("late {caller}"))), Ok(()));
    }
    assert!(
        limiter.known() <= MOST / 2,
        "whoever has recovered is forgotten first"
    );
}

#[test]
fn callers_with_calls_left_are_forgotten_before_those_without() {
    let (limiter, _) = limiter(RateLimit::per_hour(10));
    let busy = Some("busy");
    while limiter.take(busy).is_ok() {}
    for caller in 0..3 * MOST {
        assert_eq!(limiter.take(Some(&caller.to_string())), Ok(()));
    }
    assert!(limiter.take(busy).is_err());
}

#[test]
fn what_cannot_be_kept_is_refused_and_the_largest_that_can_is_kept() {
    let problem = |limit: RateLimit| limit.quota().err().map(|(problem, _)| problem);
    let zero = Some("is zero");
    for limit in [
        RateLimit::per_second(0),
        RateLimit::per_minute(0),
        RateLimit::per_hour(0).burst(3),
    ] {
        assert_eq!(problem(limit), zero, "{limit:?}");
        assert!(Limiter::new(limit).is_none());
    }
    let no_burst = RateLimit::per_second(1).burst(0);
    assert_eq!(problem(no_burst), Some("has a burst of zero"));
    for limit in [
        RateLimit::per_hour(1).burst(8_761),
        RateLimit::per_hour(1).burst(u32::MAX),
    ] {
        let told = problem(limit).expect("a mistake");
        assert!(
            told.ends_with("takes more than a year to come back"),
            "{told}"
        );
    }
    for limit in [
        RateLimit::per_hour(1).burst(8_760),
        RateLimit::per_second(u32::MAX),
        RateLimit::per_hour(u32::MAX),
    ] {
        let (limiter, clock) = limiter(limit);
        clock.advance(LONGEST * 100);
        assert_eq!(limiter.take(None), Ok(()), "{limit:?}");
    }
}

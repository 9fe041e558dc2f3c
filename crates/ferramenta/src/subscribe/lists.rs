/// A list that can change while a server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Listed {
    Tools,
    Prompts,
    Resources,
}

impl Listed {
    pub(crate) const ALL: [Self; 3] = [Self::Tools, Self::Prompts, Self::Resources];

    /// What one in the list is, in words.
    pub(crate) const fn one(self) -> &'static str {
        match self {
            Self::Tools => "tool",
            Self::Prompts => "prompt",
            Self::Resources => "resource",
        }
    }

    /// The same for several; so the capability is named, too.
    pub(crate) const fn many(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
        }
    }

    /// The list that [`many`](Self::many) names.
    pub(super) fn read(many: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|listed| listed.many() == many)
    }

    /// The notification that tells of a change.
    pub(super) const fn notification(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources => "notifications/resources/list_changed",
        }
    }
}

/// Some of the lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lists([bool; Listed::ALL.len()]);

impl Lists {
    pub(crate) const fn has(self, listed: Listed) -> bool {
        self.0[listed as usize]
    }

    pub(crate) const fn add(&mut self, listed: Listed) {
        self.0[listed as usize] = true;
    }

    pub(crate) const fn any(self) -> bool {
        self.0[0] || self.0[1] || self.0[2]
    }

    /// Takes out the first of them.
    pub(super) fn take(&mut self) -> Option<Listed> {
        let first = Listed::ALL.into_iter().find(|listed| self.has(*listed))?;
        self.0[first as usize] = false;
        Some(first)
    }
}

impl FromIterator<Listed> for Lists {
    fn from_iter<I: IntoIterator<Item = Listed>>(all: I) -> Self {
        let mut lists = Self::default();
        all.into_iter().for_each(|listed| lists.add(listed));
        lists
    }
}

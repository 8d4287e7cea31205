//! Closed sets: enums whose members each have one name in documents and answers, stated in one table.

/// An enum with a name for every member. [`closed_set!`] makes one.
pub trait ClosedSet: Copy + PartialEq + 'static {
    /// Every member, in the order of the table.
    const ALL: &'static [Self];

    /// The member's name in documents and answers.
    fn as_str(self) -> &'static str;

    /// The member of that name; `None` for a name that is not in the table.
    fn from_text(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|member| member.as_str() == text)
    }
}

/// Makes an enum and its [`ClosedSet`] from a table of `Member = "name"`.
macro_rules! closed_set {
    (
        $(#[$set:meta])*
        pub enum $Set:ident {
            $( $(#[$member:meta])* $Member:ident = $name:literal, )+
        }
    ) => {
        $(#[$set])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $Set {
            $( $(#[$member])* $Member, )+
        }

        impl $Set {
            /// Every member, in the order of the table.
            pub const ALL: &'static [Self] = &[$( Self::$Member, )+];

            /// The member's name in documents and answers.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $( Self::$Member => $name, )+
                }
            }
        }

        impl $crate::model::ClosedSet for $Set {
            const ALL: &'static [Self] = Self::ALL;

            fn as_str(self) -> &'static str {
                $Set::as_str(self)
            }
        }
    };
}

pub(crate) use closed_set;

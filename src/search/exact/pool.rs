//! The pool: the GPUs that the enumeration chooses from, numbered by speed, with tables of their figures and links.

use crate::cost::Evaluator;
use crate::sorting::sort_by;

/// Most GPUs of a pool: a set of them is the bits of a `u64`.
pub const MAX_GPUS: usize = 64;

/// A neighbour of a GPU in the link graph.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour {
    /// The neighbour as a set of one.
    pub bit: u64,
    /// Cost of the link, c or d, ms per micro-batch.
    pub ms: f64,
}

/// At most [`MAX_GPUS`] GPUs, numbered from 0 by increasing compute time per layer, identical ones together.
///
/// Times are per micro-batch; vectors are `[GPUs]` unless stated. Two GPUs are identical, of one class, when exchanging
/// them changes nothing: figures, layer caps, links to third GPUs, and both directions of the link between them.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Index of each GPU in the evaluator.
    pub gpus: Vec<u16>,
    /// Number of Transformer layers L.
    pub layers: u32,
    /// M − 1.
    pub repeats: f64,
    /// a, compute time per layer, ms.
    pub layer_ms: Vec<f64>,
    /// Time of the LM head, ms.
    pub head_ms: Vec<f64>,
    /// Idle power P_idle of each GPU, W.
    pub idle_w: Vec<f64>,
    /// M · (P_act − P_idle) · a, active energy per layer and iteration, W·ms.
    pub active: Vec<f64>,
    /// Active energy of the LM head per iteration, W·ms; 0 where the scenario does not count it.
    pub head_active: Vec<f64>,
    /// Class of identical GPUs.
    pub class: Vec<u8>,
    /// c(i, j), the transfer from i to j, at `i · len + j`, ms; infinite where there is no link.
    pub out_ms: Vec<f64>,
    /// d(i, j) = c(i, j) + c(j, i), at `i · len + j`, ms.
    pub round_ms: Vec<f64>,
    /// Neighbours of each GPU by increasing c(i, ·).
    pub by_out: Vec<Vec<Neighbour>>,
    /// Neighbours of each GPU by increasing d(i, ·).
    pub by_round: Vec<Vec<Neighbour>>,
}

impl Pool {
    /// Builds the pool of `gpus`, indexes in the evaluator; `None` if there are more than [`MAX_GPUS`].
    pub fn new(evaluator: &Evaluator, gpus: &[usize]) -> Option<Self> {
        if gpus.len() > MAX_GPUS {
            return None;
        }
        let classes = classes(evaluator, gpus);
        let mut order: Vec<(usize, u8)> = gpus.iter().copied().zip(classes).collect();
        sort_by(&mut order, |&(a, class_a), &(b, class_b)| {
            let by_speed = evaluator.layer_ms(a).total_cmp(&evaluator.layer_ms(b));
            by_speed.then(class_a.cmp(&class_b)).then(a.cmp(&b))
        });
        let gpus: Vec<usize> = order.iter().map(|(gpu, _)| *gpu).collect();
        let of = |figure: &dyn Fn(usize) -> f64| gpus.iter().map(|&gpu| figure(gpu)).collect::<Vec<f64>>();
        let pairs = || gpus.iter().flat_map(|&from| gpus.iter().map(move |&to| (from, to)));
        let out_ms: Vec<f64> = pairs().map(|(from, to)| evaluator.transfer_ms(from, to)).collect();
        let round = |(from, to)| evaluator.transfer_ms(from, to) + evaluator.transfer_ms(to, from);
        let round_ms: Vec<f64> = pairs().map(round).collect();
        let micro_batches = evaluator.micro_batches();
        Some(Self {
            layers: evaluator.layers().into(),
            repeats: micro_batches - 1.0,
            layer_ms: of(&|gpu| evaluator.layer_ms(gpu)),
            head_ms: of(&|gpu| evaluator.head_ms(gpu)),
            idle_w: of(&|gpu| evaluator.idle_w(gpu)),
            active: of(&|gpu| micro_batches * evaluator.extra_w(gpu) * evaluator.layer_ms(gpu)),
            head_active: of(&|gpu| micro_batches * evaluator.extra_w(gpu) * evaluator.energy_head_ms(gpu)),
            class: order.iter().map(|(_, class)| *class).collect(),
            by_out: neighbours(&out_ms, gpus.len()),
            by_round: neighbours(&round_ms, gpus.len()),
            out_ms,
            round_ms,
            gpus: gpus.iter().map(|&gpu| gpu as u16).collect(),
        })
    }

    /// Number of GPUs.
    pub fn len(&self) -> usize {
        self.gpus.len()
    }

    /// Whether the pool has no GPUs.
    pub fn is_empty(&self) -> bool {
        self.gpus.is_empty()
    }

    /// The set of those GPUs of the pool that are in `gpus`, indexes in the evaluator in increasing order.
    pub fn set_of(&self, gpus: &[usize]) -> u64 {
        let among = |gpu: &u16| gpus.binary_search(&usize::from(*gpu)).is_ok();
        self.gpus.iter().enumerate().filter(|(_, gpu)| among(gpu)).fold(0, |set, (bit, _)| set | 1 << bit)
    }

    /// c(from, to), ms.
    #[inline]
    pub fn out(&self, from: usize, to: usize) -> f64 {
        self.out_ms[from * self.gpus.len() + to]
    }

    /// d(from, to), ms.
    #[inline]
    pub fn round(&self, from: usize, to: usize) -> f64 {
        self.round_ms[from * self.gpus.len() + to]
    }

    /// m1, m2: the two smallest c(gpu, ·) into `within`, ms; infinite where there are fewer neighbours.
    #[inline]
    pub fn two_out(&self, gpu: usize, within: u64) -> (f64, f64) {
        two(&self.by_out[gpu], within)
    }

    /// D1, D2: the two smallest d(gpu, ·) into `within`, ms; infinite where there are fewer neighbours.
    #[inline]
    pub fn two_round(&self, gpu: usize, within: u64) -> (f64, f64) {
        two(&self.by_round[gpu], within)
    }
}

/// The two least costs among the neighbours in `within`, ms; infinite where there are fewer.
#[inline]
fn two(neighbours: &[Neighbour], within: u64) -> (f64, f64) {
    let mut first = f64::INFINITY;
    for neighbour in neighbours {
        if neighbour.bit & within != 0 {
            if first < f64::INFINITY {
                return (first, neighbour.ms);
            }
            first = neighbour.ms;
        }
    }
    (first, f64::INFINITY)
}

/// The members of a set, lowest number first.
#[inline]
pub fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        member
    })
}

/// Neighbours of each GPU by increasing cost, from a `count` × `count` matrix of link costs, ms.
fn neighbours(links_ms: &[f64], count: usize) -> Vec<Vec<Neighbour>> {
    let of = |row: &[f64]| {
        let linked = row.iter().enumerate().filter(|(_, ms)| **ms < f64::INFINITY);
        let mut neighbours: Vec<Neighbour> = linked.map(|(to, &ms)| Neighbour { bit: 1 << to, ms }).collect();
        sort_by(&mut neighbours, |a, b| a.ms.total_cmp(&b.ms).then(a.bit.cmp(&b.bit)));
        neighbours
    };
    links_ms.chunks(count.max(1)).map(of).collect()
}

/// Class of each GPU of `gpus`; identical GPUs share one.
fn classes(evaluator: &Evaluator, gpus: &[usize]) -> Vec<u8> {
    let mut classes: Vec<u8> = Vec::with_capacity(gpus.len());
    let mut next = 0;
    for (place, &gpu) in gpus.iter().enumerate() {
        let earlier = (0..place).find(|&other| identical(evaluator, gpus[other], gpu, gpus));
        classes.push(earlier.map_or(next, |earlier| classes[earlier]));
        next += u8::from(earlier.is_none());
    }
    classes
}

/// Whether GPUs `a` and `b` can change places in any plan over `gpus` without changing its cost or validity.
fn identical(evaluator: &Evaluator, a: usize, b: usize, gpus: &[usize]) -> bool {
    let figures = |gpu| {
        [
            evaluator.layer_ms(gpu),
            evaluator.head_ms(gpu),
            evaluator.energy_head_ms(gpu),
            evaluator.idle_w(gpu),
            evaluator.extra_w(gpu),
        ]
    };
    let links = |gpu, other| (evaluator.transfer_ms(gpu, other), evaluator.transfer_ms(other, gpu));
    let caps = |gpu, stages| (evaluator.cap(gpu, stages, false), evaluator.cap(gpu, stages, true));
    figures(a) == figures(b)
        && evaluator.transfer_ms(a, b) == evaluator.transfer_ms(b, a)
        && gpus.iter().all(|&other| other == a || other == b || links(a, other) == links(b, other))
        && (1..=evaluator.max_stages()).all(|stages| caps(a, stages) == caps(b, stages))
}

//! The GPUs that are left to choose from, as tables of their own.

use crate::cost::Evaluator;
use crate::sorting::sort_by;

/// Most GPUs the enumeration takes: sets are bits of a `u64`.
pub const MAX_GPUS: usize = 64;

/// One neighbour of a GPU.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour {
    /// Its bit.
    pub bit: u64,
    /// What the link costs, ms.
    pub ms: f64,
}

/// At most [`MAX_GPUS`] GPUs, numbered from 0 in order of increasing compute time per layer, identical ones together.
///
/// Times are ms per micro-batch. Two GPUs are identical, of one class, when exchanging them changes nothing: figures,
/// layer caps, links to third GPUs, and the two directions of the link between them.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Their indexes in the evaluator.
    pub gpus: Vec<u16>,
    /// L.
    pub layers: u32,
    /// M − 1.
    pub repeats: f64,
    /// a, ms per layer.
    pub layer_ms: Vec<f64>,
    /// LM head, ms.
    pub head_ms: Vec<f64>,
    /// P_idle, W.
    pub idle_w: Vec<f64>,
    /// M · (P_act − P_idle) · a: W·ms per layer and iteration.
    pub active: Vec<f64>,
    /// The same for the LM head; 0 where it does not count.
    pub head_active: Vec<f64>,
    /// Number of the class.
    pub class: Vec<u8>,
    /// c(i, j) at `i · len + j`, ms; infinite where there is no link.
    pub out_ms: Vec<f64>,
    /// d(i, j) = c(i, j) + c(j, i), ms.
    pub round_ms: Vec<f64>,
    /// Neighbours by increasing c(i, ·).
    pub by_out: Vec<Vec<Neighbour>>,
    /// Neighbours by increasing d(i, ·).
    pub by_round: Vec<Vec<Neighbour>>,
}

impl Pool {
    /// The pool of some GPUs of an instance; `None` if there are more than [`MAX_GPUS`].
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

    /// How many GPUs there are.
    pub fn len(&self) -> usize {
        self.gpus.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.gpus.is_empty()
    }

    /// The set of those of its GPUs that are among `gpus`, indexes in the evaluator in increasing order.
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

/// The positions of the bits of a set, lowest first.
#[inline]
pub fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        member
    })
}

fn neighbours(links_ms: &[f64], count: usize) -> Vec<Vec<Neighbour>> {
    let of = |row: &[f64]| {
        let linked = row.iter().enumerate().filter(|(_, ms)| **ms < f64::INFINITY);
        let mut neighbours: Vec<Neighbour> = linked.map(|(to, &ms)| Neighbour { bit: 1 << to, ms }).collect();
        sort_by(&mut neighbours, |a, b| a.ms.total_cmp(&b.ms).then(a.bit.cmp(&b.bit)));
        neighbours
    };
    links_ms.chunks(count.max(1)).map(of).collect()
}

fn classes(evaluator: &Evaluator, gpus: &[usize]) -> Vec<u8> {
    let mut classes: Vec<u8> = Vec::with_capacity(gpus.len());
    let mut next = 0;
    for (place, &gpu) in gpus.iter().enumerate() {
        let twin = (0..place).find(|&other| identical(evaluator, gpus[other], gpu, gpus));
        classes.push(twin.map_or(next, |twin| classes[twin]));
        next += u8::from(twin.is_none());
    }
    classes
}

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

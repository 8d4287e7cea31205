//! GPUs sorted by memory, in the pool and within each group.
//!
//! More memory never holds fewer layers, so this is the order by layer cap at every depth.

use super::problem::CapacityProblem;
use crate::sorting::sort_by;

/// The GPUs of a [`CapacityProblem`] by decreasing memory; of equal ones the lower index comes first.
#[derive(Clone, Debug)]
pub struct MemoryOrder {
    /// Every GPU of the pool, most memory first.
    pub gpus: Vec<usize>,
    /// The members of each group: `[groups][members]`.
    pub of_group: Vec<Vec<usize>>,
    /// Group of each GPU: `[GPUs]`.
    pub group_of: Vec<usize>,
    /// Rank of each GPU in `of_group[group_of[gpu]]`, from 0: `[GPUs]`.
    pub rank: Vec<u16>,
}

impl MemoryOrder {
    /// Sorts the GPUs of `problem`.
    pub fn of(problem: &CapacityProblem) -> Self {
        let memory = &problem.memory_bytes;
        let mut gpus: Vec<usize> = (0..memory.len()).collect();
        sort_by(&mut gpus, |&a, &b| memory[b].total_cmp(&memory[a]).then(a.cmp(&b)));
        let mut group_of = vec![0; memory.len()];
        for (group, members) in problem.groups.members.iter().enumerate() {
            for &gpu in members {
                group_of[gpu] = group;
            }
        }
        let mut of_group = vec![Vec::new(); problem.groups.members.len()];
        let mut rank = vec![0; memory.len()];
        for &gpu in &gpus {
            let members = &mut of_group[group_of[gpu]];
            rank[gpu] = members.len() as u16;
            members.push(gpu);
        }
        Self { gpus, of_group, group_of, rank }
    }
}

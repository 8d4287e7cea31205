//! The order in which GPUs are taken: by memory, in the pool and within their groups. It is the same at every depth.

use super::room::Room;
use crate::sorting::sort_by;

/// The GPUs of a [`Room`] by memory, the largest first.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// All.
    pub gpus: Vec<usize>,
    /// Those of each group.
    pub of_group: Vec<Vec<usize>>,
    /// Group of each GPU.
    pub group_of: Vec<usize>,
    /// Place of each GPU among its group.
    pub place: Vec<u16>,
}

impl Ranking {
    /// That of a pool.
    pub fn of(room: &Room) -> Self {
        let memory = &room.memory_bytes;
        let mut gpus: Vec<usize> = (0..memory.len()).collect();
        sort_by(&mut gpus, |&a, &b| memory[b].total_cmp(&memory[a]).then(a.cmp(&b)));
        let mut group_of = vec![0; memory.len()];
        for (group, members) in room.groups.members.iter().enumerate() {
            for &gpu in members {
                group_of[gpu] = group;
            }
        }
        let mut of_group = vec![Vec::new(); room.groups.members.len()];
        let mut place = vec![0; memory.len()];
        for &gpu in &gpus {
            let members = &mut of_group[group_of[gpu]];
            place[gpu] = members.len() as u16;
            members.push(gpu);
        }
        Self { gpus, of_group, group_of, place }
    }
}

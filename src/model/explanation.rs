//! What can be said of a pool without a plan, and of a GPU without a use.

use super::closed_set::closed_set;

closed_set! {
    /// What a pool has too little of.
    pub enum BindingKind {
        /// Memory for one layer and the LM head on one GPU.
        Head = "head",
        /// Memory of the whole pool.
        Memory = "memory",
        /// Memory of the parts that are linked.
        Islands = "islands",
        /// Links in an order that a pipeline could take.
        Links = "links",
    }
}

closed_set! {
    /// A kind of change to the scenario that can make a plan possible.
    pub enum ChangeKind {
        /// A missing link.
        Link = "link",
        /// A GPU that is switched off.
        SwitchOn = "switch-on",
        /// A larger share of the memory in use.
        MemoryInUse = "memory-in-use",
        /// More memory.
        Memory = "memory",
        /// A smaller micro-batch.
        MicroBatch = "micro-batch",
        /// Fewer layers.
        Layers = "layers",
    }
}

closed_set! {
    /// Why no plan can use a GPU.
    pub enum UnusableReason {
        /// The GPU holds no layer at any pipeline depth.
        Memory = "memory",
        /// The GPU is linked to no other one and can't hold the model alone.
        Links = "links",
    }
}

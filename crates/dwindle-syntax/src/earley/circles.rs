//! Which nodes of a graph lie on circles, or between them.

/// Whether each of `count` nodes is left when nodes without a way in or without a way out are taken away again
/// and again. All nodes on circles are left, and those on the ways between two circles.
///
/// Costs time in the size of the graph.
pub(super) fn on_circles(count: usize, edges: &[(u32, u32)]) -> Vec<bool> {
    let backward: Vec<(u32, u32)> = edges.iter().map(|&(from, to)| (to, from)).collect();
    let ahead = endless(count, edges);
    let behind = endless(count, &backward);
    ahead.into_iter().zip(behind).map(|(ahead, behind)| ahead && behind).collect()
}

/// Whether one can go on from each node for ever.
fn endless(count: usize, edges: &[(u32, u32)]) -> Vec<bool> {
    let mut ways_on = vec![0usize; count];
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); count];
    for &(from, to) in edges {
        ways_on[from as usize] += 1;
        into[to as usize].push(from);
    }
    let mut left = vec![true; count];
    let mut ends: Vec<usize> = (0..count).filter(|node| ways_on[*node] == 0).collect();
    while let Some(node) = ends.pop() {
        left[node] = false;
        for &before in &into[node] {
            ways_on[before as usize] -= 1;
            if ways_on[before as usize] == 0 {
                ends.push(before as usize);
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_and_what_lies_between_them_are_left() {
        // 0 -> 1 <-> 2 -> 3 -> 4 -> 4, 4 -> 5
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (3, 4), (4, 4), (4, 5)];
        assert_eq!(on_circles(6, &edges), [false, true, true, true, true, false]);
    }
}

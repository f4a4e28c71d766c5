// The domain of a table: a box of cells (x, y, z), which a largest token sum may cut off.

// Sides of the box: x < DOMAIN_X and so on. Games of fewer heaps have zeros first, and sides of 1.
override DOMAIN_X: u32;
override DOMAIN_Y: u32;
override DOMAIN_Z: u32;
// The largest token sum x + y + z.
override MOST_TOKENS: u32;

fn is_in_domain(at: vec3<u32>) -> bool {
    return all(at < vec3<u32>(DOMAIN_X, DOMAIN_Y, DOMAIN_Z))
        && at.x + at.y + at.z <= MOST_TOKENS;
}

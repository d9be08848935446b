/** So many searches for a phone number, and as many numbers shown, a coach has in an hour; who tries numbers out needs more. */
export const LOOK_UPS_PER_HOUR = 30

/** So many looks at people with whom one has nothing to do one has in a day; who counts through ids needs more. */
export const STRANGERS_PER_DAY = 300

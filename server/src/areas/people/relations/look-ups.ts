/** How many phone numbers a coach may search per hour, and how many they may reveal. Trying out numbers needs more. */
export const LOOK_UPS_PER_HOUR = 30

/** How many unconnected people a user may look at per day. Counting through ids needs more. */
export const STRANGERS_PER_DAY = 300

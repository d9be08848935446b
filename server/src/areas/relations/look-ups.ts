/** So many searches for a phone number, and as many numbers shown, a coach has in an hour; who tries numbers out needs more. */
export const LOOK_UPS_PER_HOUR = 30

/** Statuses of a class that has not taken place yet. */
export const OPEN = `('PENDING', 'CONFIRMED')`

/** The start of a class i, from its day and half-hour in Shanghai, which has a fixed offset. */
export const STARTS_AT = `((i.course_date + i.begin_time_slot * interval '30 min') AT TIME ZONE interval '8 hours')`

/** The end of a class i. */
export const ENDS_AT = `((i.course_date + i.end_time_slot * interval '30 min') AT TIME ZONE interval '8 hours')`

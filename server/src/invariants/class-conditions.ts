/** Statuses of a class that is still to take place. */
export const OPEN = `('PENDING', 'CONFIRMED')`

/** When a class i begins: its day and half-hour in Shanghai, a fixed offset. */
export const STARTS_AT = `((i.course_date + i.begin_time_slot * interval '30 min') AT TIME ZONE interval '8 hours')`

/** When it ends. */
export const ENDS_AT = `((i.course_date + i.end_time_slot * interval '30 min') AT TIME ZONE interval '8 hours')`

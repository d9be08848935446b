/** Which sheet of the booking screen is open. */
export type SheetName = 'coach' | 'venue' | 'contract' | 'contact' | 'find' | 'details' | 'students' | 'course'

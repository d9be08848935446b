/** The sports of rackets, games and shops. */
export const SPORTS = ['tennis', 'badminton'] as const
export type Sport = (typeof SPORTS)[number]

/** The names of the sports that a player reads. */
export const SPORT_NAMES: Record<Sport, string> = { tennis: '网球', badminton: '羽毛球' }

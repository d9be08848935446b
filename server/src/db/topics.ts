// What a write can publish as changed, by name. Caches and open screens listen.

/** The topic of a person's messages in the change feed. */
export const messagesTopic = (userId: string) => `messages|${userId}`

/** The topic of a class. It is published with each step of its audit trail, and when somebody arrives. */
export const classTopic = (id: string) => `class|${id}`

/** The topic of a game. It covers every change of the game. */
export const ballTopic = (id: string) => `ball|${id}`

/** Topics of the parts of a grid. A change of one drops its entry in every process. */
export const gridTopics = {
  venue: (venueId: string) => `grid-venue|${venueId}`,
  courts: (venueId: string, day: string) => `grid-courts|${venueId}|${day}`,
  coach: (coachId: string, day: string) => `grid-coach|${coachId}|${day}`,
  person: (userId: string, day: string) => `grid-person|${userId}|${day}`,
}

/** Every topic that changes the grid of a venue, a coach and a day for one person. `day` is yyyy-mm-dd. */
export function topicsOfGrid({
  venueId,
  coachId,
  userId,
  day,
}: {
  venueId: string
  coachId: string
  userId: string
  day: string
}): string[] {
  return [
    gridTopics.venue(venueId),
    gridTopics.courts(venueId, day),
    gridTopics.coach(coachId, day),
    gridTopics.person(userId, day),
  ]
}

/** Every topic that changes a user's own time of a day: teaching, booked classes and locks. `day` is yyyy-mm-dd. */
export function topicsOfOwnDay(userId: string, day: string): string[] {
  return [gridTopics.coach(userId, day), gridTopics.person(userId, day)]
}

/** The topic of a person who wrote, for the processes that read from a replica. */
export const wroteTopic = (person: string) => `wrote|${person}`

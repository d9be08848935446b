import type { Person } from './people.ts'
import type { ClassPlan } from './plans.ts'
import type { Random } from './random.ts'

/** A like for a completed class, from one participant to another. */
export type LikePlan = { source: Person; target: Person; plan: ClassPlan; at: Date }

/** Likes after classes. Players like coaches more often than the other way. Source: invariant E1. */
export function planLikes(classes: readonly ClassPlan[], now: Date, random: Random): LikePlan[] {
  const likes: LikePlan[] = []
  for (const plan of classes) {
    const { completedAt, coach, seats } = plan
    if (!completedAt) continue
    const like = (source: Person, target: Person, probability: number) => {
      if (!random.chance(probability)) return
      const at = new Date(Math.min(completedAt.getTime() + random.int(3, 600) * 60_000, now.getTime()))
      likes.push({ source, target, plan, at })
    }
    const present = seats.filter(({ attendance }) => attendance === 'present' || attendance === 'late')
    for (const { player } of present) {
      like(player, coach, 0.6)
      like(coach, player, 0.3)
      for (const other of present) if (other.player !== player) like(player, other.player, 0.4)
    }
  }
  return likes.sort((a, b) => a.at.getTime() - b.at.getTime())
}

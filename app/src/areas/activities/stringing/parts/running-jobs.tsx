import type { StringingOrderSummary } from '@paidang/api/areas/stringing-orders'
import { View } from '@tarojs/components'
import { myThreadingPath, threadingOrderPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { useRunningJobs } from '../racket-data'
import { nextStep, stringingTag } from './racket-labels'
import styles from './running-jobs.module.scss'

/** Further ones are shown on the page of all orders. */
const MOST_SHOWN = 2

/** The active orders, each with what happens next; nothing while there are none. */
export function RunningJobs() {
  const { data: jobs = [] } = useRunningJobs()
  if (jobs.length === 0) return null
  const more = jobs.length > MOST_SHOWN ? `全部 ${jobs.length} 单` : '我的穿线'
  return (
    <Card flush>
      <CardHead
        inset
        title="进行中"
        tail={<MoreLink text={more} label={`进行中的穿线，${more}`} onPress={() => goTo(myThreadingPath())} />}
      />
      <View {...semantics({ role: 'list', label: '进行中的穿线' })}>
        {jobs.slice(0, MOST_SHOWN).map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </View>
    </Card>
  )
}

function Job({ job }: { job: StringingOrderSummary }) {
  const tag = stringingTag(job)
  const step = nextStep(job)
  return (
    <View className={styles.job} {...semantics({ role: 'listitem' })}>
      <Cell
        icon="racket"
        title={job.racketName}
        note={step}
        value={<Tag kind={tag.kind}>{tag.text}</Tag>}
        label={`${job.racketName}，${tag.text}，${step}`}
        onPress={() => goTo(threadingOrderPath(job.id))}
      />
    </View>
  )
}

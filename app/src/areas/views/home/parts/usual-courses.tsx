import { outcomes } from '@paidang/api/catalogue/outcomes'
import { ScrollView, View } from '@tarojs/components'
import { bookingClassPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { failureText } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, SectionHead } from '../../../../ui/card'
import { ErrorBlock } from '../../../../ui/error-block'
import { semantics } from '../../../../ui/semantics'
import { useUsualCourses } from '../../../activities/booking/usual-course-data'
import { UsualCourseCard } from './usual-course-card'
import styles from './usual-courses.module.scss'

/** 常用课程: courses that the user books repeatedly, one press from the booking. */
export function UsualCourses() {
  return (
    <View>
      <SectionHead title="常用课程" />
      <Body />
    </View>
  )
}

function Body() {
  const courses = useUsualCourses()
  if (!courses.data) {
    if (!courses.error) return null
    return (
      <Card className={styles.single}>
        <ErrorBlock
          title="常用课程没有取到"
          cause={failureText(outcomes.listUsualCourses, courses.error)}
          busy={courses.isFetching}
          onRetry={() => courses.refetch()}
          compact
        />
      </Card>
    )
  }
  if (courses.data.length === 0) {
    return (
      <Card className={styles.single}>
        <View className={styles.none}>
          <View className={styles.noneText}>还没有常用课程，上过一次课就会出现在这里</View>
          <Button size="s" kind="ghost" onPress={() => goTo(bookingClassPath())}>
            去约课
          </Button>
        </View>
      </Card>
    )
  }
  return (
    <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
      <View className={styles.cards} {...semantics({ role: 'list', label: '常用课程' })}>
        {courses.data.map((course) => (
          <View key={course.id} {...semantics({ role: 'listitem' })}>
            <UsualCourseCard course={course} />
          </View>
        ))}
      </View>
    </ScrollView>
  )
}

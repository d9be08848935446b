import { View } from '@tarojs/components'
import { Avatar } from '../../../../ui/avatar'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { useStudent } from '../contracts-data'
import styles from './student-head.module.scss'

/** The player with the contracts. If the name cannot be read, the contracts below are still shown. */
export function StudentHead({ id }: { id: string }) {
  const { data: student, isPending } = useStudent(id)
  if (!student && !isPending) return null
  return (
    <View className={styles.head}>
      {student ? (
        <>
          <Avatar id={student.id} src={student.avatar} size={40} />
          <View className={styles.name} {...semantics({ role: 'heading', level: 2 })}>
            {student.nickname}
          </View>
        </>
      ) : (
        <SkeletonGroup>
          <Skeleton width={140} height={40} radius={20} />
        </SkeletonGroup>
      )}
    </View>
  )
}

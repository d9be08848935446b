import { Empty, Skeleton } from 'antd'

type NoRowsProps = {
  /** Whether the server has answered. */
  isAnswered: boolean
  /** What is said where nothing is found. */
  empty: string
}

/** What stands in a table without rows: that there are none, or, as long as nobody knows, their place. */
export function NoRows({ isAnswered, empty }: NoRowsProps) {
  return isAnswered ? (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
  ) : (
    <Skeleton active title={false} paragraph={{ rows: 4 }} />
  )
}

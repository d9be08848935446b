import { Empty, Skeleton } from 'antd'

type NoRowsProps = {
  /** Whether the server has answered. */
  isAnswered: boolean
  /** The message for an empty list. */
  empty: string
}

/** The content of a table without rows: the message, or a placeholder before the answer. */
export function NoRows({ isAnswered, empty }: NoRowsProps) {
  return isAnswered ? (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
  ) : (
    <Skeleton active title={false} paragraph={{ rows: 4 }} />
  )
}

/** What is noted of a job, a mail or a delivery whose process ended each time before it did. */
export const PROCESS_ENDED = 'its process ended before it did';

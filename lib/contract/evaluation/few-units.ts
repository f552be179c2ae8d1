/** Of fewer rows that do not belong together no verdict is given, whatever their interval says: what they are too few for, resampling cannot know. */
export const FEW_UNITS = 8;

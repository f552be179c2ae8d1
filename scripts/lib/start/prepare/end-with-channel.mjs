// Loaded into a program that is not ours, and into what it starts: they end when the process that started them is gone, even by kill -9.
process.on("disconnect", () => process.exit(1));
// The program itself ends when it has nothing left to do. What it starts may have nothing but the channel to live for.
if (process.ppid === Number(process.env.SPINDLE_STEP_OF)) process.channel?.unref();

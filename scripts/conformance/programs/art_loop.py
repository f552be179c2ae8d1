"""The `openpipe-art` package, as published, over its serverless backend: register, roll out, train, read, delete; and yes-no-maybe."""

import asyncio
import itertools
import json

import art
import httpx
from art.serverless.backend import ServerlessBackend
from promises import ENTITY, KEY, URL, equal, own, promise

BASE_MODEL = "spindle-mini"
REWARDS = {"yes": 0.5, "no": 0.75, "maybe": 1.0}
PROJECT = own("art-python")

backend = ServerlessBackend(api_key=KEY, base_url=f"{URL}/v1")
model = art.TrainableModel(name="agent", project=PROJECT, entity=ENTITY, base_model=BASE_MODEL, report_metrics=[])


def prompts() -> list[str]:
    orders = [order for length in (3, 2) for order in itertools.permutations(REWARDS, length)]
    return [f"respond with exactly one of {', '.join(order)}" for order in orders]


async def roll_out(prompt: str, temperature: float) -> art.Trajectory:
    messages: art.Messages = [{"role": "user", "content": prompt}]
    reply = await model.openai_client().chat.completions.create(
        model=model.get_inference_name(), messages=messages, max_tokens=5, temperature=temperature, timeout=100
    )
    choice = reply.choices[0]
    said = (choice.message.content or "").strip().lower()
    return art.Trajectory(messages_and_choices=[*messages, choice], reward=REWARDS.get(said, 0.0))


async def groups(count: int) -> list[art.TrajectoryGroup]:
    return await art.gather_trajectory_groups(
        (art.TrajectoryGroup(roll_out(prompt, 1.2) for _ in range(count)) for prompt in prompts()), max_exceptions=0
    )


async def mean_reward() -> float:
    found = await asyncio.gather(*(roll_out(prompt, 0) for prompt in prompts()))
    return sum(one.reward for one in found) / len(found)


async def upload(rows: list[dict], artifact: str) -> None:
    """The package sends its rows to W&B; here they go to the service, as a version of an artifact."""
    async with httpx.AsyncClient(timeout=60) as client:
        text = "".join(f"{json.dumps(row)}\n" for row in rows)
        answer = await client.post(
            f"{URL}/v1/files",
            headers={"Authorization": f"Bearer {KEY}"},
            data={"purpose": "fine-tune", "artifact": artifact},
            files={"file": ("train.jsonl", text)},
        )
        answer.raise_for_status()


async def main() -> None:
    with promise("register makes a model once, and it answers at its inference name"):
        await model.register(backend)
        first = model.id
        await model.register(backend)
        equal(model.id, first)
        equal(await model.get_step(), 0)
        equal((await roll_out(prompts()[0], 0)).reward >= 0, True)

    with promise("yes-no-maybe: jobs from its own trajectories raise the reward to 0.95"):
        before = await mean_reward()
        rewards = [before]
        for _ in range(6):
            result = await backend.train(model, await groups(16), learning_rate=3e-4)
            equal(result.step, len(rewards))
            equal("loss/train" in result.metrics, True)
            rewards.append(await mean_reward())
            if rewards[-1] >= 0.95:
                break
        print("rewards", rewards)
        equal(rewards[-1] >= 0.95, True)
        equal(rewards[-1] > before, True)

    with promise("groups whose rewards are all equal are a job of no steps, and the step still counts"):
        step = await model.get_step()
        flat = [art.TrajectoryGroup([one.model_copy(update={"reward": 1.0}) for one in group]) for group in await groups(2)]
        result = await backend.train(model, flat, learning_rate=1e-4)
        equal(result.step, step + 1)

    with promise("supervised training from an uploaded artifact, reported step by step"):
        rows = [
            {"messages": [{"role": "user", "content": q}, {"role": "assistant", "content": "We never close."}]}
            for q in ["When do you open?", "Are you open today?", "What are your hours?", "Is the shop open now?"] * 8
        ]
        taught = art.TrainableModel(name="shop", project=PROJECT, entity=ENTITY, base_model=BASE_MODEL, report_metrics=[])
        await taught.register(backend)
        await upload(rows, f"{ENTITY}/{PROJECT}/shop-data")
        job = await backend._client.sft_training_jobs.create(
            model_id=taught.id,
            training_data_url=f"wandb-artifact:///{ENTITY}/{PROJECT}/shop-data:v0",
            config={"batch_size": 2, "learning_rate": 1e-3},
        )
        events: list[str] = []
        while not events or events[-1] not in ("training_ended", "training_failed"):
            await asyncio.sleep(0.5)
            page = backend._client.sft_training_jobs.events.list(training_job_id=job.id)
            events = [event.type async for event in page]
        equal((events[0], events[-1]), ("training_started", "training_ended"))
        equal(events.count("gradient_step"), 16)
        reply = await taught.openai_client().chat.completions.create(
            model=taught.get_inference_name(), messages=[{"role": "user", "content": "Are you open today?"}], temperature=0, timeout=100
        )
        equal(reply.choices[0].message.content, "We never close.")

    with promise("a pinned step answers, checkpoints are listed and deleted but the last, the model goes"):
        pinned = await model.openai_client().chat.completions.create(
            model=model.get_inference_name(step=0), messages=[{"role": "user", "content": "hello"}], max_tokens=3, timeout=100
        )
        equal(len(pinned.choices), 1)
        last = await model.get_step()
        await backend._delete_checkpoint_files(model, [last])
        left = [one.step async for one in backend._client.models.checkpoints.list(model_id=model.id)]
        equal(left, [last])
        await backend.delete(model)
        try:
            await backend._client.models.checkpoints.list(model_id=model.id)
        except Exception as error:  # noqa: BLE001
            equal(getattr(error, "status_code", None), 404)
        else:
            raise AssertionError("a deleted model still lists checkpoints")
    await backend.close()


asyncio.run(main())

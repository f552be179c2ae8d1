"""AdamW as Spindle's other engine steps it, over tensors in place."""

import math
from dataclasses import dataclass
from typing import Any

import torch


@dataclass(frozen=True)
class Settings:
    learning_rate: float
    beta1: float
    beta2: float
    epsilon: float
    weight_decay: float
    max_grad_norm: float

    @staticmethod
    def of(fields: dict[str, Any]) -> "Settings":
        return Settings(**{name: float(fields[name]) for name in Settings.__dataclass_fields__})


class AdamW:
    """
    Loshchilov and Hutter, "Decoupled weight decay regularization", ICLR 2019. The gradient is clipped by its norm over all tensors before
    the moments see it; decay is decoupled and meets matrices alone. State is float32.
    """

    def __init__(self, parameters: list[torch.nn.Parameter]):
        self.parameters = parameters
        self.first = [torch.zeros_like(p, dtype=torch.float32) for p in parameters]
        self.second = [torch.zeros_like(p, dtype=torch.float32) for p in parameters]
        self.steps = 0

    @torch.no_grad()
    def step(self, settings: Settings) -> float:
        """Answers the norm before clipping; one that is not finite means that nothing was updated. The gradient is gone afterwards."""
        gradients = [torch.zeros_like(p) if p.grad is None else p.grad for p in self.parameters]
        norm = self._norm(gradients)
        if math.isfinite(norm):
            self.steps += 1
            self._update(gradients, settings, min(1.0, settings.max_grad_norm / norm) if norm > 0 else 1.0)
        self.clear()
        return norm

    def clear(self) -> None:
        for parameter in self.parameters:
            parameter.grad = None

    def reset(self) -> None:
        torch._foreach_zero_(self.first)
        torch._foreach_zero_(self.second)
        self.steps = 0

    @staticmethod
    def _norm(gradients: list[torch.Tensor]) -> float:
        norms = torch.stack(torch._foreach_norm(gradients)).double()
        return float(torch.linalg.vector_norm(norms))

    def _update(self, gradients: list[torch.Tensor], settings: Settings, clip: float) -> None:
        correction1 = 1 - settings.beta1**self.steps
        correction2 = math.sqrt(1 - settings.beta2**self.steps)
        torch._foreach_mul_(self.first, settings.beta1)
        torch._foreach_add_(self.first, gradients, alpha=(1 - settings.beta1) * clip)
        torch._foreach_mul_(self.second, settings.beta2)
        torch._foreach_addcmul_(self.second, gradients, gradients, value=(1 - settings.beta2) * clip * clip)
        matrices = [p for p in self.parameters if p.ndim > 1]
        torch._foreach_mul_(matrices, 1 - settings.learning_rate * settings.weight_decay)
        roots = torch._foreach_sqrt(self.second)
        torch._foreach_add_(roots, settings.epsilon * correction2)
        rate = settings.learning_rate * correction2 / correction1
        torch._foreach_addcdiv_(self.parameters, self.first, roots, value=-rate)
